import Foundation
import PhotoFeed
import Testing

@Suite struct MultiFetcherTests {
    private let clock = FetchClock(
        now: { Date() }, uptime: FetchClock.system(now: { Date() }).uptime, sleep: { _ in }, random: { 0 })

    @Test func `many addresses are answered under their numbers, over two connections`() throws {
        let server = try LoopbackServer { .http(body: Array($0.target.utf8)) }
        defer { server.stop() }
        let answers = gather((0..<20).map { "\(server.base)/\($0)" }, from: server)
        #expect(answers.count == 20)
        for (id, result) in answers {
            #expect(String(decoding: try result.get().body, as: UTF8.self) == "/\(id)")
        }
        #expect(server.connectionCount <= 2)
        #expect(server.requests.count == 20)
    }

    @Test func `there is room for two transfers a host, and for six in all`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let fetcher = fetcher()
        let url = "\(server.base)/a"
        for id in 0..<2 {
            #expect(fetcher.hasRoom(for: url))
            fetcher.add(request(url, server), id: id)
        }
        #expect(!fetcher.hasRoom(for: url))
        #expect(fetcher.hasRoom(for: "http://other.example/a"))
        #expect(fetcher.next(within: .seconds(10)) != nil)
        #expect(fetcher.hasRoom(for: url))
    }

    @Test func `a request leaves when it is added, before the next answer is asked for`() throws {
        let arrived = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            arrived.signal()
            return .http()
        }
        defer { server.stop() }
        let fetcher = fetcher()
        fetcher.add(request("\(server.base)/a", server), id: 0)
        #expect(fetcher.next(within: .seconds(10)) != nil)
        arrived.wait()
        fetcher.add(request("\(server.base)/b", server), id: 1)
        #expect(arrived.wait(timeout: .now() + 10) == .success)
    }

    @Test func `after a burst a host is asked once an interval`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let time = Time()
        let clock = FetchClock(now: { Date() }, uptime: { time.value }, sleep: { _ in }, random: { 0 })
        let fetcher = MultiFetcher(
            userAgent: "test/1", pace: Pace(burst: 2, interval: .seconds(1)), clock: clock)
        for id in 0..<2 {
            fetcher.add(request(server.base, server), id: id)
            _ = fetcher.next(within: .seconds(10))
        }
        #expect(!fetcher.hasRoom(for: server.base))
        time.value = .milliseconds(1100)
        #expect(fetcher.hasRoom(for: server.base))
    }

    @Test func `each fails or succeeds alone`() throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/gone": .http(404)
            case "/wait": .http(429, ["Retry-After": "7"])
            case "/large": .http(body: [UInt8](repeating: 0, count: 5000))
            default: .http(body: [1])
            }
        }
        defer { server.stop() }
        let paths = ["/gone", "/wait", "/large", "/good"]
        let answers = gather(paths.map { server.base + $0 } + ["ftp://x/"], from: server, maxBytes: 1000)
        #expect(answers[0].flatMap(failure) == .status(url: server.base + "/gone", code: 404, retryAt: nil))
        guard case .status(_, 429, .some) = answers[1].flatMap(failure) else {
            Issue.record("expected a wait, found \(String(describing: answers[1]))")
            return
        }
        #expect(answers[2].flatMap(failure) == .tooLarge(url: server.base + "/large", limit: 1000))
        #expect(try answers[3]?.get().body == [1])
        guard case .refused = answers[4].flatMap(failure) else {
            Issue.record("expected a refusal, found \(String(describing: answers[4]))")
            return
        }
    }

    @Test func `a redirect is followed, and one to another host's private address is refused`() throws {
        let other = try LoopbackServer { _ in .http(body: [9]) }
        defer { other.stop() }
        let elsewhere = other.base
        let server = try LoopbackServer { request in
            switch request.target {
            case "/near": .redirect(to: "/here")
            case "/far": .redirect(to: elsewhere)
            default: .http(body: Array(request.target.utf8))
            }
        }
        defer { server.stop() }
        let answers = gather(["\(server.base)/near", "\(server.base)/far"], from: server)
        #expect(try answers[0]?.get().effectiveURL == "\(server.base)/here")
        guard case .refused(_, "127.0.0.1", _) = answers[1].flatMap(failure) else {
            Issue.record("expected a refusal, found \(String(describing: answers[1]))")
            return
        }
        #expect(other.connectionCount == 0)
    }

    @Test func `a cut transfer is tried again, and said to be cut in the end`() throws {
        let server = try LoopbackServer { _ in
            .init("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", then: .close)
        }
        defer { server.stop() }
        let answers = gather([server.base], from: server, retries: 2)
        #expect(answers[0].flatMap(failure) == .truncated(url: server.base, received: 5, promised: 10))
        #expect(server.requests.count == 3)
    }

    @Test func `a cut body goes on with the next try`() throws {
        let server = try LoopbackServer { request in
            request.fields["Range"] == nil ? PartialBodyTests.cut(6000) : PartialBodyTests.rest(from: 6000)
        }
        defer { server.stop() }
        let response = try #require(try gather([server.base], from: server, retries: 1)[0]?.get())
        #expect(response.body == PartialBodyTests.whole && response.isResumed)
        #expect(server.requests.map { $0.fields["Range"] } == [nil, "bytes=6000-"])
    }

    @Test func `a server that refuses the rest is asked for the whole at once`() throws {
        let server = try LoopbackServer { request in
            request.fields["Range"] == nil ? .http(body: [1, 2, 3]) : .http(416)
        }
        defer { server.stop() }
        let fetcher = fetcher()
        var request = request(server.base, server)
        request.partial = PartialBody(bytes: [1], validator: "\"a\"")
        fetcher.add(request, id: 0)
        let answer = try #require(fetcher.next(within: .seconds(10)))
        #expect(try answer.result.get().body == [1, 2, 3])
        #expect(server.requests.count == 2)
    }

    @Test func `what is cancelled is not answered`() throws {
        let server = try LoopbackServer { _ in .init("", then: .silence) }
        defer { server.stop() }
        let fetcher = fetcher()
        fetcher.add(request(server.base, server), id: 0)
        #expect(fetcher.next(within: .milliseconds(1)) == nil)
        fetcher.cancelAll()
        #expect(fetcher.next(within: .milliseconds(1)) == nil)
        #expect(fetcher.hasRoom(for: server.base))
    }

    @Test func `the bytes received are counted`() throws {
        let server = try LoopbackServer { _ in .http(body: [UInt8](repeating: 7, count: 1234)) }
        defer { server.stop() }
        let fetcher = fetcher()
        for id in 0..<2 { fetcher.add(request(server.base, server), id: id) }
        for _ in 0..<2 { _ = fetcher.next(within: .seconds(10)) }
        #expect(fetcher.receivedCount == 2468)
    }

    // MARK: - Set-up

    /// A time that a test moves; used by one thread.
    private final class Time: @unchecked Sendable {
        // Written and read by the one thread that runs the test.
        var value = Duration.zero
    }

    private func fetcher(retries: Int = 0) -> MultiFetcher {
        MultiFetcher(userAgent: "test/1", retry: RetryPolicy(retries: retries), clock: clock)
    }

    private func request(_ url: String, _ server: LoopbackServer, maxBytes: Int = 1 << 20) -> FetchRequest {
        FetchRequest(url: url, maxBytes: maxBytes, policy: AddressPolicy(trustedOrigin: server.base))
    }

    /// Gets addresses while there is room, and their answers by number.
    private func gather(
        _ urls: [String], from server: LoopbackServer, maxBytes: Int = 1 << 20, retries: Int = 0
    ) -> [Int: Result<FetchResponse, FetchError>] {
        let fetcher = fetcher(retries: retries)
        var answers: [Int: Result<FetchResponse, FetchError>] = [:]
        var next = 0
        while answers.count < urls.count {
            while next < urls.count, fetcher.hasRoom(for: urls[next]) {
                fetcher.add(request(urls[next], server, maxBytes: maxBytes), id: next)
                next += 1
            }
            guard let answer = fetcher.next(within: .seconds(20)) else { break }
            answers[answer.id] = answer.result
        }
        return answers
    }

    private func failure(_ result: Result<FetchResponse, FetchError>) -> FetchError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
