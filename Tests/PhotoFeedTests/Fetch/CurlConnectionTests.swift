import Synchronization
import Testing

@testable import PhotoFeed

@Suite struct CurlConnectionTests {
    private typealias Reply = LoopbackServer.Reply

    // MARK: Connections

    @Test func `requests one after another use one connection, error pages included`() throws {
        let server = try LoopbackServer { request in
            request.target == "/404" ? .http(404, body: LoopbackFetch.kilobytes) : .http(body: LoopbackFetch.kilobytes)
        }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: LoopbackFetch.StillClock().clock)
        for path in ["/a", "/404", "/b", "/c"] {
            _ = try? fetcher.fetch(
                FetchRequest(
                    url: server.base + path, maxBytes: 1 << 20, policy: AddressPolicy(trustedOrigin: server.base)))
        }
        #expect(server.requests.count == 4)
        #expect(server.connectionCount == 1)
    }

    @Test func `a handle that failed to find a name serves the next request`() throws {
        let server = try LoopbackServer { _ in .http(body: [1]) }
        defer { server.stop() }
        let fetcher = CurlFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: 1), clock: LoopbackFetch.StillClock().clock)
        let policy = AddressPolicy(trustedOrigin: server.base)
        // Too long for a label of the DNS, so that no resolver is asked.
        let nowhere = "http://\(String(repeating: "a", count: 64)).example/"
        let result = Result { () throws(FetchError) in
            try fetcher.fetch(FetchRequest(url: nowhere, maxBytes: 1, policy: policy))
        }
        guard case .unresolved(nowhere, _, let reason) = LoopbackFetch.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.contains("resolve"))
        #expect(try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: policy)).body == [1])
    }

    @Test func `threads fetch at once, each its own answer`() async throws {
        let server = try LoopbackServer { .http(body: Array($0.target.utf8)) }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: LoopbackFetch.StillClock().clock)
        let policy = AddressPolicy(trustedOrigin: server.base)
        let bodies = try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for index in 0..<32 {
                group.addTask {
                    let path = "/\(index)"
                    return (
                        path,
                        try fetcher.fetch(
                            FetchRequest(url: server.base + path, maxBytes: 100, policy: policy)
                        ).body
                    )
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(bodies.count == 32)
        for (path, body) in bodies { #expect(body == Array(path.utf8)) }
    }

    // MARK: Retries

    @Test func `passing trouble is asked again after growing waits`() throws {
        let clock = LoopbackFetch.StillClock()
        let count = Mutex(0)
        let (result, _, _) = try LoopbackFetch.outcome(retries: 3, clock: clock) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 4 ? .http(503) : .http(body: [1])
        }
        #expect(try result.get().body == [1])
        #expect(clock.waits.withLock { $0 } == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    }

    @Test func `retries end and the last error is told`() throws {
        let (result, server, url) = try LoopbackFetch.outcome(retries: 2) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", then: .close)
        }
        #expect(LoopbackFetch.error(result) == .truncated(url: url, received: 2, promised: 9))
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 429, 501])
    func `what will not pass is asked once`(code: Int) throws {
        let (_, server, _) = try LoopbackFetch.outcome(retries: 3) { _ in .http(code) }
        #expect(server.requests.count == 1)
    }

    @Test func `a server that says when to come back is asked once`() throws {
        let (_, server, _) = try LoopbackFetch.outcome(retries: 3) { _ in .http(503, ["Retry-After": "1"]) }
        #expect(server.requests.count == 1)
    }

    @Test func `no wait is begun that would end after the whole limit`() throws {
        let clock = LoopbackFetch.StillClock()
        let (result, server, url) = try LoopbackFetch.outcome(
            limits: FetchLimits(whole: .seconds(45)), retries: 30, clock: clock
        ) { _ in .http(500) }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: 500, retryAt: nil))
        // After the seventh wait 14 s are left, less than the eighth would take, and enough for any machine's last request.
        #expect(clock.waits.withLock { $0 } == [0.25, 0.5, 1, 2, 4, 8, 15].map { .seconds($0) })
        #expect(server.requests.count == 8)
    }
}
