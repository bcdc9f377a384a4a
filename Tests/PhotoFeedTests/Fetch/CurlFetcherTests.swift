import Foundation
import Synchronization
import Testing

@testable import PhotoFeed

@Suite struct CurlFetcherTests {
    typealias Reply = LoopbackServer.Reply

    /// A clock that stands, counts the waits instead of waiting, and has no luck: every random number is 0.5.
    final class StillClock: Sendable {
        let waits = Mutex<[Duration]>([])
        let start = Date(timeIntervalSince1970: 1_800_000_000)

        var clock: FetchClock {
            FetchClock(
                now: { self.start },
                uptime: { self.waits.withLock { $0.reduce(.zero, +) } },
                sleep: { wait in self.waits.withLock { $0.append(wait) } },
                random: { 0.5 })
        }
    }

    /// The server's answers to one fetch of `/start`, and what the fetch came to.
    static func outcome(
        limits: FetchLimits = FetchLimits(), retries: Int = 0, maxBytes: Int = 1 << 20, etag: String? = nil,
        clock: StillClock = StillClock(), _ answer: @escaping @Sendable (LoopbackServer.Request) -> Reply
    ) throws -> (result: Result<FetchResponse, FetchError>, server: LoopbackServer, url: String) {
        let server = try LoopbackServer(answer)
        defer { server.stop() }
        let fetcher = CurlFetcher(
            userAgent: "test/1", limits: limits, retry: RetryPolicy(retries: retries), clock: clock.clock)
        let url = server.base + "/start"
        let request = FetchRequest(
            url: url, etag: etag, maxBytes: maxBytes, policy: AddressPolicy(trustedOrigin: server.base))
        return (Result { () throws(FetchError) in try fetcher.fetch(request) }, server, url)
    }

    static func error(_ result: Result<FetchResponse, FetchError>) -> FetchError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    static let kilobytes = [UInt8]((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    // MARK: Whole answers

    @Test func `a whole answer is handed on with its header and times`() throws {
        let clock = StillClock()
        let (result, _, url) = try Self.outcome(clock: clock) { _ in
            .http(200, ["ETag": "\"v1\"", "Content-Type": "image/jpeg"], body: Self.kilobytes)
        }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.body == Self.kilobytes)
        #expect(response.fields["etag"] == "\"v1\"")
        #expect(response.effectiveURL == url)
        #expect(response.requestedAt == clock.start)
        #expect(response.receivedAt == clock.start)
    }

    @Test func `a chunked body is put together, and its trailer is left out`() throws {
        let (result, _, _) = try Self.outcome { _ in
            Reply(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nETag: \"t\"\r\n\r\n")
        }
        let response = try result.get()
        #expect(response.body == Array("abcde".utf8))
        #expect(response.fields["ETag"] == nil)
    }

    @Test func `an interim answer is not the answer`() throws {
        let (result, _, _) = try Self.outcome { _ in
            Reply("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let response = try result.get()
        #expect(response.body == Array("ok".utf8))
        #expect(response.fields["Link"] == nil)
    }

    @Test func `a folded header line goes on with the field before it`() throws {
        let (result, _, _) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nX-Long: one\r\n  two\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try result.get().fields["X-Long"] == "one two")
    }

    @Test func `an empty body is handed on: the decoder judges it`() throws {
        let (result, _, _) = try Self.outcome { _ in .http(200) }
        #expect(try result.get().body.isEmpty)
    }

    @Test func `a body without a promised length ends with the connection`() throws {
        let (result, _, _) = try Self.outcome { _ in Reply("HTTP/1.1 200 OK\r\n\r\nbody", then: .close) }
        #expect(try result.get().body == Array("body".utf8))
    }

    @Test func `the request names the product and carries nothing personal`() throws {
        let (_, server, _) = try Self.outcome { _ in .http(200, ["Set-Cookie": "a=b"]) }
        let fields = try #require(server.requests.first?.fields)
        #expect(fields["User-Agent"] == "test/1")
        #expect(fields["Accept-Encoding"] == "gzip")
        for name in ["Cookie", "Authorization", "Referer", "Proxy-Connection"] { #expect(fields[name] == nil) }
    }

    // MARK: gzip

    @Test func `a gzip body is undone`() throws {
        let (result, _, _) = try Self.outcome { _ in .http(200, ["Content-Encoding": "gzip"], body: Gzip.hello) }
        #expect(try result.get().body == Array("hello, hello, hello".utf8))
    }

    @Test func `two gzip members are one body`() throws {
        let (result, _, _) = try Self.outcome { _ in
            .http(200, ["Content-Encoding": "x-gzip"], body: Gzip.hello + Gzip.hello)
        }
        #expect(try result.get().body == Array("hello, hello, hellohello, hello, hello".utf8))
    }

    @Test(arguments: 1..<Gzip.hello.count)
    func `a gzip body cut anywhere is reported, though its length is as promised`(count: Int) throws {
        let (result, _, url) = try Self.outcome { _ in
            .http(200, ["Content-Encoding": "gzip"], body: Array(Gzip.hello[..<count]))
        }
        #expect(Self.error(result) == .truncated(url: url, received: count, promised: count))
    }

    @Test func `a gzip body with a wrong checksum is reported`() throws {
        var broken = Gzip.hello
        broken[broken.count - 6] ^= 1
        let body = broken
        let (result, _, url) = try Self.outcome { _ in .http(200, ["Content-Encoding": "gzip"], body: body) }
        #expect(Self.error(result) == .truncated(url: url, received: body.count, promised: body.count))
    }

    @Test func `a coding that nobody asked for is reported`() throws {
        let (result, _, url) = try Self.outcome { _ in .http(200, ["Content-Encoding": "br"], body: [1, 2, 3]) }
        #expect(Self.error(result) == .truncated(url: url, received: 3, promised: 3))
    }

    @Test func `the byte limit counts what gzip unfolds to`() throws {
        let (result, _, url) = try Self.outcome(maxBytes: 18) { _ in
            .http(200, ["Content-Encoding": "gzip"], body: Gzip.hello)
        }
        #expect(Self.error(result) == .tooLarge(url: url, limit: 18))
    }

    // MARK: Limits

    @Test func `a body of exactly the limit passes and one byte more does not`() throws {
        let (whole, _, _) = try Self.outcome(maxBytes: 10_000) { _ in .http(body: Self.kilobytes) }
        #expect(try whole.get().body.count == 10_000)
        let (refused, _, url) = try Self.outcome(maxBytes: 9999) { _ in .http(body: Self.kilobytes) }
        #expect(Self.error(refused) == .tooLarge(url: url, limit: 9999))
    }

    @Test func `an endless body stops at the limit`() throws {
        let (result, _, url) = try Self.outcome(maxBytes: 100_000) { _ in
            Reply("HTTP/1.1 200 OK\r\n\r\n", then: .endless(Self.kilobytes))
        }
        #expect(Self.error(result) == .tooLarge(url: url, limit: 100_000))
    }

    @Test func `a promise beyond the limit is enough`() throws {
        let (result, _, url) = try Self.outcome(maxBytes: 99) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", then: .silence)
        }
        #expect(Self.error(result) == .tooLarge(url: url, limit: 99))
    }

    @Test func `a flood of short header lines stops as early`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\n", then: .endless(Array("A:\r\n".utf8)))
        }
        #expect(Self.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `a flood of header lines stops at its limit`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\n", then: .endless(Array("X-A: \(String(repeating: "a", count: 1000))\r\n".utf8)))
        }
        #expect(Self.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `an endless flow of interim answers stops at the header limit`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("", then: .endless(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)))
        }
        #expect(Self.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `an endless error page is left once its status is known`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 404 Not Found\r\n\r\n", then: .endless(Self.kilobytes))
        }
        #expect(Self.error(result) == .status(url: url, code: 404, retryAt: nil))
    }

    @Test func `a server that says nothing runs into the stall limit`() throws {
        let (result, _, url) = try Self.outcome(limits: FetchLimits(stall: .seconds(1))) { _ in
            Reply("", then: .silence)
        }
        #expect(Self.error(result) == .timedOut(url: url, limit: "stalled below 1000 B/s for 1 s"))
    }

    @Test func `a server that says nothing runs into the whole limit`() throws {
        let (result, _, url) = try Self.outcome(limits: FetchLimits(whole: .milliseconds(100))) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", then: .silence)
        }
        #expect(Self.error(result) == .timedOut(url: url, limit: "whole 100 ms"))
    }

    // MARK: Cut answers

    @Test func `a body shorter than promised is reported`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", then: .close)
        }
        #expect(Self.error(result) == .truncated(url: url, received: 5, promised: 100))
    }

    @Test func `a chunked body without its end is reported`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", then: .close)
        }
        #expect(Self.error(result) == .truncated(url: url, received: 5, promised: nil))
    }

    @Test func `a chunk size that is not one is reported`() throws {
        let (result, _, url) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", then: .close)
        }
        #expect(Self.error(result) == .truncated(url: url, received: 0, promised: nil))
    }

    @Test func `a connection reset within the body is reported`() throws {
        let (result, _, _) = try Self.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nshort", then: .reset)
        }
        switch Self.error(result) {
        case .truncated, .unreachable: break  // the header may be lost with the connection
        default: Issue.record("\(result)")
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "garbage\r\n\r\n", "\u{0}\u{1}\u{2}", "<html>0.9</html>"])
    func `an answer without a whole header is no answer`(text: String) throws {
        let (result, _, _) = try Self.outcome { _ in Reply(text, then: .close) }
        guard case .unreachable = Self.error(result) else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func `nobody listening is unreachable`() throws {
        let fetcher = CurlFetcher(userAgent: "test/1", retry: RetryPolicy(retries: 0), clock: StillClock().clock)
        let url = "http://127.0.0.1:1/"  // tcpmux, which no test server is given
        let request = FetchRequest(url: url, maxBytes: 1, policy: AddressPolicy(allowsPrivateAddresses: true))
        guard case .unreachable(url, _) = Self.error(Result { () throws(FetchError) in try fetcher.fetch(request) })
        else {
            Issue.record("answered")
            return
        }
    }

    // MARK: Statuses and conditions

    @Test func `a 304 answers a condition and brings no body`() throws {
        let (result, server, _) = try Self.outcome(etag: "W/\"v1\"") { _ in .http(304, ["ETag": "W/\"v1\""]) }
        #expect(try result.get().status == 304)
        #expect(try result.get().body.isEmpty)
        #expect(server.requests.first?.fields["If-None-Match"] == "W/\"v1\"")
    }

    @Test func `a 304 that nobody asked for is an error`() throws {
        let (result, _, url) = try Self.outcome { _ in .http(304) }
        #expect(Self.error(result) == .status(url: url, code: 304, retryAt: nil))
    }

    @Test func `an entity tag with a line end is not sent, and a 304 answers nothing then`() throws {
        let (result, server, url) = try Self.outcome(etag: "\"v\"\r\nX-Evil: 1") { _ in .http(304) }
        #expect(Self.error(result) == .status(url: url, code: 304, retryAt: nil))
        #expect(server.requests.first?.fields["If-None-Match"] == nil)
        #expect(server.requests.first?.fields["X-Evil"] == nil)
    }

    @Test(arguments: [201, 204, 206, 300, 400, 401, 403, 404, 407, 410, 416, 451, 500, 501, 505, 599])
    func `another status is an error, whatever its body`(code: Int) throws {
        let (result, _, url) = try Self.outcome { _ in .http(code) }
        #expect(Self.error(result) == .status(url: url, code: code, retryAt: nil))
    }

    @Test func `Retry-After in seconds and as a date give the time to come back`() throws {
        let clock = StillClock()
        let (seconds, _, url) = try Self.outcome(clock: clock) { _ in .http(429, ["Retry-After": "120"]) }
        #expect(
            Self.error(seconds) == .status(url: url, code: 429, retryAt: clock.start.addingTimeInterval(120)))
        let (date, _, dateURL) = try Self.outcome(clock: clock) { _ in
            .http(503, ["Retry-After": "Sat, 31 Oct 2099 00:00:00 GMT"])
        }
        #expect(
            Self.error(date)
                == .status(url: dateURL, code: 503, retryAt: clock.start.addingTimeInterval(86_400)))
    }

    // MARK: Redirects

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed and names the address that answered`(code: Int) throws {
        let (result, server, _) = try Self.outcome { request in
            request.target == "/start" ? .redirect(to: "a/../b?c=d#e", status: code) : .http(body: [1])
        }
        #expect(try result.get().effectiveURL == server.base + "/b?c=d")
        #expect(server.requests.map(\.target) == ["/start", "/b?c=d"])
    }

    @Test func `a redirect's spaces and letters are encoded`() throws {
        let (_, server, _) = try Self.outcome { request in
            request.target == "/start" ? .redirect(to: "/a b/é?c d") : .http()
        }
        #expect(server.requests.last?.target == "/a%20b/%c3%a9?c+d")
    }

    @Test func `three redirects are followed and a fourth is not`() throws {
        let hops: @Sendable (Int) -> (@Sendable (LoopbackServer.Request) -> Reply) = { count in
            { request in
                let hop = Int(request.target.dropFirst()) ?? 0
                return hop < count ? .redirect(to: "/\(hop + 1)") : .http()
            }
        }
        let (three, _, _) = try Self.outcome(hops(3))
        #expect(try three.get().status == 200)
        let (four, server, url) = try Self.outcome(hops(4))
        #expect(Self.error(four) == .tooManyRedirects(url: url, limit: 3))
        #expect(server.requests.count == 4)
    }

    @Test func `a redirect without an address is an error`() throws {
        let (result, _, url) = try Self.outcome { _ in .http(302) }
        #expect(Self.error(result) == .status(url: url, code: 302, retryAt: nil))
    }

    @Test(arguments: [
        ("http://169.254.169.254/latest/", "169.254.169.254"), ("http://127.0.0.1:1/", "127.0.0.1"),
        ("//[::1]/", "::1"), ("http://0x7f.1/", "127.0.0.1"), ("http://localhost/", "localhost"),
        ("file:///etc/passwd", "file"), ("ftp://192.0.2.1/", "ftp"), ("gopher://a/", "gopher"),
        ("dict://127.0.0.1:11211/", "dict"),
    ])
    func `a redirect to another private address or scheme is refused`(location: String, address: String) throws {
        let (result, server, url) = try Self.outcome { _ in .redirect(to: location) }
        guard case .refused(url, address, _) = Self.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        "javascript:alert(1)", "http://", "http://a b/", "http://[::1", "https://u:p@192.0.2.1/", "//a%00b/",
    ])
    func `a redirect to what is no address is an error`(location: String) throws {
        let (result, server, url) = try Self.outcome { _ in .redirect(to: location) }
        switch Self.error(result) {
        case .badAddress(url, _), .refused(url, _, _): break
        default: Issue.record("\(result)")
        }
        #expect(server.requests.count == 1)
    }

    // MARK: Addresses

    @Test func `an address that is not the typed origin's is refused before a connection is made`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: StillClock().clock)
        for policy in [AddressPolicy(), AddressPolicy(trustedOrigin: "http://127.0.0.1:1")] {
            let request = FetchRequest(url: server.base, maxBytes: 1, policy: policy)
            guard
                case .refused(_, "127.0.0.1", _) = Self.error(
                    Result { () throws(FetchError) in try fetcher.fetch(request) })
            else {
                Issue.record("not refused")
                continue
            }
        }
        // Connections are taken in order: once another is answered, an earlier one would have been counted.
        _ = try fetcher.fetch(
            FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy(trustedOrigin: server.base)))
        #expect(server.connectionCount == 1)
    }

    /// A name of this machine in its table of hosts, for which no server of names is asked.
    private static let ownName: String? = {
        let table = (try? String(contentsOfFile: "/etc/hosts", encoding: .utf8)) ?? ""
        for line in table.split(whereSeparator: \.isNewline) where line.hasPrefix("127.") {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if let name = words.dropFirst().first(where: { !$0.contains("localhost") }) { return String(name) }
        }
        return nil
    }()

    @Test(.enabled(if: ownName != nil, "the table of hosts has no name beside localhost"))
    func `a host name that resolves to a private address is refused at the socket`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let name = try #require(Self.ownName)
        let fetcher = CurlFetcher(userAgent: "test/1", retry: RetryPolicy(retries: 0), clock: StillClock().clock)
        let request = FetchRequest(url: "http://\(name):\(server.port)/", maxBytes: 1, policy: AddressPolicy())
        guard
            case .refused(_, let address, _) = Self.error(
                Result { () throws(FetchError) in try fetcher.fetch(request) })
        else {
            Issue.record("not refused")
            return
        }
        #expect(NetworkAddress(host: address) != nil)
        // Connections are taken in order: once another is answered, an earlier one would have been counted.
        _ = try fetcher.fetch(
            FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy(trustedOrigin: server.base)))
        #expect(server.connectionCount == 1)
    }

    @Test func `a connection kept from a trusted request is refused to another`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: StillClock().clock)
        let trusted = AddressPolicy(allowsPrivateAddresses: true)
        _ = try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: trusted))
        #expect(throws: FetchError.self) {
            try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy()))
        }
        #expect(server.requests.count == 1)
    }

    // MARK: Connections

    @Test func `requests one after another use one connection, error pages included`() throws {
        let server = try LoopbackServer { request in
            request.target == "/404" ? .http(404, body: Self.kilobytes) : .http(body: Self.kilobytes)
        }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: StillClock().clock)
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
        let fetcher = CurlFetcher(userAgent: "test/1", retry: RetryPolicy(retries: 1), clock: StillClock().clock)
        let policy = AddressPolicy(trustedOrigin: server.base)
        // Too long for a label of the DNS, so that no resolver is asked.
        let nowhere = "http://\(String(repeating: "a", count: 64)).example/"
        let result = Result { () throws(FetchError) in
            try fetcher.fetch(FetchRequest(url: nowhere, maxBytes: 1, policy: policy))
        }
        guard case .unreachable(nowhere, let reason) = Self.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(reason.contains("resolve"))
        #expect(try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: policy)).body == [1])
    }

    @Test func `threads fetch at once, each its own answer`() async throws {
        let server = try LoopbackServer { .http(body: Array($0.target.utf8)) }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: StillClock().clock)
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
        let clock = StillClock()
        let count = Mutex(0)
        let (result, _, _) = try Self.outcome(retries: 3, clock: clock) { _ in
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
        let (result, server, url) = try Self.outcome(retries: 2) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", then: .close)
        }
        #expect(Self.error(result) == .truncated(url: url, received: 2, promised: 9))
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 429, 501])
    func `what will not pass is asked once`(code: Int) throws {
        let (_, server, _) = try Self.outcome(retries: 3) { _ in .http(code) }
        #expect(server.requests.count == 1)
    }

    @Test func `a server that says when to come back is asked once`() throws {
        let (_, server, _) = try Self.outcome(retries: 3) { _ in .http(503, ["Retry-After": "1"]) }
        #expect(server.requests.count == 1)
    }

    @Test func `no wait is begun that would end after the whole limit`() throws {
        let clock = StillClock()
        let (result, server, url) = try Self.outcome(
            limits: FetchLimits(whole: .seconds(45)), retries: 30, clock: clock
        ) { _ in .http(500) }
        #expect(Self.error(result) == .status(url: url, code: 500, retryAt: nil))
        // After the seventh wait 14 s are left, less than the eighth would take, and enough for any machine's last request.
        #expect(clock.waits.withLock { $0 } == [0.25, 0.5, 1, 2, 4, 8, 15].map { .seconds($0) })
        #expect(server.requests.count == 8)
    }
}

/// A gzip file, as bytes.
enum Gzip {
    /// "hello, hello, hello".
    static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8,
        0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]
}
