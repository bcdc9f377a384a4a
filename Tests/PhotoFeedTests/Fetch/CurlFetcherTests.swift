import FoundationEssentials
import Testing

@testable import PhotoFeed

@Suite struct CurlFetcherTests {
    private typealias Reply = LoopbackServer.Reply

    // MARK: Whole answers

    @Test func `a whole answer is handed on with its header and times`() throws {
        let clock = LoopbackFetch.StillClock()
        let (result, _, url) = try LoopbackFetch.outcome(clock: clock) { _ in
            .http(200, ["ETag": "\"v1\"", "Content-Type": "image/jpeg"], body: LoopbackFetch.kilobytes)
        }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.body == LoopbackFetch.kilobytes)
        #expect(response.fields["etag"] == "\"v1\"")
        #expect(response.effectiveURL == url)
        #expect(response.requestedAt == clock.start)
        #expect(response.receivedAt == clock.start)
    }

    @Test func `a chunked body is put together, and its trailer is left out`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            Reply(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nETag: \"t\"\r\n\r\n")
        }
        let response = try result.get()
        #expect(response.body == Array("abcde".utf8))
        #expect(response.fields["ETag"] == nil)
    }

    @Test func `an interim answer is not the answer`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let response = try result.get()
        #expect(response.body == Array("ok".utf8))
        #expect(response.fields["Link"] == nil)
    }

    @Test func `a folded header line goes on with the field before it`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nX-Long: one\r\n  two\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try result.get().fields["X-Long"] == "one two")
    }

    @Test func `an empty body is handed on: the decoder judges it`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(200) }
        #expect(try result.get().body.isEmpty)
    }

    @Test func `a body without a promised length ends with the connection`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in Reply("HTTP/1.1 200 OK\r\n\r\nbody", then: .close) }
        #expect(try result.get().body == Array("body".utf8))
    }

    @Test func `the request names the product and carries nothing personal`() throws {
        let (_, server, _) = try LoopbackFetch.outcome { _ in .http(200, ["Set-Cookie": "a=b"]) }
        let fields = try #require(server.requests.first?.fields)
        #expect(fields["User-Agent"] == "test/1")
        #expect(fields["Accept-Encoding"] == "gzip")
        for name in ["Cookie", "Authorization", "Referer", "Proxy-Connection"] { #expect(fields[name] == nil) }
    }

    // MARK: gzip

    @Test func `a gzip body is undone`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(200, ["Content-Encoding": "gzip"], body: Gzip.hello)
        }
        #expect(try result.get().body == Array("hello, hello, hello".utf8))
    }

    @Test func `two gzip members are one body`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            .http(200, ["Content-Encoding": "x-gzip"], body: Gzip.hello + Gzip.hello)
        }
        #expect(try result.get().body == Array("hello, hello, hellohello, hello, hello".utf8))
    }

    @Test(arguments: 1..<Gzip.hello.count)
    func `a gzip body cut anywhere is reported, though its length is as promised`(count: Int) throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            .http(200, ["Content-Encoding": "gzip"], body: Array(Gzip.hello[..<count]))
        }
        #expect(LoopbackFetch.error(result) == .truncated(url: url, received: count, promised: count))
    }

    @Test func `a gzip body with a wrong checksum is reported`() throws {
        var broken = Gzip.hello
        broken[broken.count - 6] ^= 1
        let body = broken
        let (result, _, url) = try LoopbackFetch.outcome { _ in .http(200, ["Content-Encoding": "gzip"], body: body) }
        #expect(LoopbackFetch.error(result) == .badCoding(url: url, coding: "gzip"))
    }

    @Test func `the byte limit counts what gzip unfolds to`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 18) { _ in
            .http(200, ["Content-Encoding": "gzip"], body: Gzip.hello)
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 18))
    }

    // MARK: Limits

    @Test func `a body of exactly the limit passes and one byte more does not`() throws {
        let (whole, _, _) = try LoopbackFetch.outcome(maxBytes: 10_000) { _ in .http(body: LoopbackFetch.kilobytes) }
        #expect(try whole.get().body.count == 10_000)
        let (refused, _, url) = try LoopbackFetch.outcome(maxBytes: 9999) { _ in .http(body: LoopbackFetch.kilobytes) }
        #expect(LoopbackFetch.error(refused) == .tooLarge(url: url, limit: 9999))
    }

    @Test func `an endless body stops at the limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 100_000) { _ in
            Reply("HTTP/1.1 200 OK\r\n\r\n", then: .endless(LoopbackFetch.kilobytes))
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 100_000))
    }

    @Test func `a promise beyond the limit is enough`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 99) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", then: .silence)
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 99))
    }

    @Test func `a flood of short header lines stops as early`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\n", then: .endless(Array("A:\r\n".utf8)))
        }
        #expect(LoopbackFetch.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `a flood of header lines stops at its limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\n", then: .endless(Array("X-A: \(String(repeating: "a", count: 1000))\r\n".utf8)))
        }
        #expect(LoopbackFetch.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `an endless flow of interim answers stops at the header limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("", then: .endless(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)))
        }
        #expect(LoopbackFetch.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }

    @Test func `an endless error page is left once its status is known`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 404 Not Found\r\n\r\n", then: .endless(LoopbackFetch.kilobytes))
        }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: 404, retryAt: nil))
    }

    @Test func `a server that says nothing runs into the stall limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(limits: FetchLimits(stall: .seconds(1))) { _ in
            Reply("", then: .silence)
        }
        #expect(LoopbackFetch.error(result) == .timedOut(url: url, limit: "stalled below 1000 B/s for 1 s"))
    }

    @Test func `a server that says nothing runs into the whole limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(limits: FetchLimits(whole: .milliseconds(100))) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", then: .silence)
        }
        #expect(LoopbackFetch.error(result) == .timedOut(url: url, limit: "whole 100 ms"))
    }

    // MARK: Cut answers

    @Test func `a body shorter than promised is reported`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", then: .close)
        }
        #expect(LoopbackFetch.error(result) == .truncated(url: url, received: 5, promised: 100))
    }

    @Test func `a chunked body without its end is reported`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", then: .close)
        }
        #expect(LoopbackFetch.error(result) == .truncated(url: url, received: 5, promised: nil))
    }

    @Test func `a chunk size that is not one is reported`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", then: .close)
        }
        #expect(LoopbackFetch.error(result) == .truncated(url: url, received: 0, promised: nil))
    }

    @Test func `a connection reset within the body is reported`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nshort", then: .reset)
        }
        switch LoopbackFetch.error(result) {
        case .truncated, .unreachable: break  // the header may be lost with the connection
        default: Issue.record("\(result)")
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "garbage\r\n\r\n", "\u{0}\u{1}\u{2}", "<html>0.9</html>"])
    func `an answer without a whole header is no answer`(text: String) throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in Reply(text, then: .close) }
        switch LoopbackFetch.error(result) {
        case .notHTTP where !text.isEmpty, .unreachable where text.isEmpty: break
        default: Issue.record("\(result)")
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2p1\r\n", "220 mail.example ESMTP\r\n", "<html>0.9</html>", "\u{16}\u{3}\u{1}",
    ])
    func `what is not HTTP is called so, and asked once`(text: String) throws {
        let (result, server, _) = try LoopbackFetch.outcome(retries: 3) { _ in Reply(text, then: .close) }
        let error = try #require(LoopbackFetch.error(result))
        #expect("\(error)".contains("the answer is not HTTP"))
        #expect(server.requests.count == 1)
    }

    @Test func `nobody listening is unreachable`() throws {
        let fetcher = CurlFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: 0), clock: LoopbackFetch.StillClock().clock)
        let url = "http://127.0.0.1:1/"  // tcpmux, which no test server is given
        let request = FetchRequest(url: url, maxBytes: 1, policy: AddressPolicy(allowsPrivateAddresses: true))
        guard
            case .unreachable(url, _) = LoopbackFetch.error(
                Result { () throws(FetchError) in try fetcher.fetch(request) })
        else {
            Issue.record("answered")
            return
        }
    }

    // MARK: Statuses and conditions

    @Test func `a 304 answers a condition and brings no body`() throws {
        let (result, server, _) = try LoopbackFetch.outcome(etag: "W/\"v1\"") { _ in .http(304, ["ETag": "W/\"v1\""]) }
        #expect(try result.get().status == 304)
        #expect(try result.get().body.isEmpty)
        #expect(server.requests.first?.fields["If-None-Match"] == "W/\"v1\"")
    }

    @Test func `a 304 that nobody asked for is an error`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in .http(304) }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: 304, retryAt: nil))
    }

    @Test func `an entity tag with a line end is not sent, and a 304 answers nothing then`() throws {
        let (result, server, url) = try LoopbackFetch.outcome(etag: "\"v\"\r\nX-Evil: 1") { _ in .http(304) }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: 304, retryAt: nil))
        #expect(server.requests.first?.fields["If-None-Match"] == nil)
        #expect(server.requests.first?.fields["X-Evil"] == nil)
    }

    @Test(arguments: [
        201, 202, 204, 205, 206, 207, 226, 300, 400, 401, 403, 404, 407, 410, 416, 451, 500, 501, 505, 599,
    ])
    func `another status is an error, whatever its body`(code: Int) throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in .http(code) }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: code, retryAt: nil))
    }

    @Test func `a body that a proxy changed on its way is a body`() throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(203, body: [1, 2]) }
        #expect(try result.get().status == 200)
        #expect(try result.get().body == [1, 2])
    }

    @Test func `Retry-After in seconds and as a date give the time to come back`() throws {
        let clock = LoopbackFetch.StillClock()
        let (seconds, _, url) = try LoopbackFetch.outcome(clock: clock) { _ in .http(429, ["Retry-After": "120"]) }
        #expect(
            LoopbackFetch.error(seconds) == .status(url: url, code: 429, retryAt: clock.start.addingTimeInterval(120)))
        let (date, _, dateURL) = try LoopbackFetch.outcome(clock: clock) { _ in
            .http(503, ["Retry-After": "Sat, 31 Oct 2099 00:00:00 GMT"])
        }
        #expect(
            LoopbackFetch.error(date)
                == .status(url: dateURL, code: 503, retryAt: clock.start.addingTimeInterval(86_400)))
    }
}

/// A gzip file, as bytes.
enum Gzip {
    /// "hello, hello, hello".
    static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8,
        0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]
    /// The same as a zlib stream.
    static let zlib: [UInt8] = [
        0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x44, 0x28, 0x06, 0xD5,
    ]
    /// The same without zlib's header and checksum.
    static let bare: [UInt8] = [
        0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00,
    ]
    /// Nothing.
    static let nothing: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00,
        0x00,
    ]
}
