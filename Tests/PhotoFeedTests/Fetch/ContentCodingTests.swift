import Testing

@testable import PhotoFeed

@Suite struct ContentCodingTests {
    private typealias Reply = LoopbackServer.Reply

    private static let hello = Array("hello, hello, hello".utf8)

    @Test(arguments: [
        "", "none", "None", "identity", "utf-8", "UTF-8", "aws-chunked", "binary", "x-unknown", "7bit",
        "identity, none", ",",
    ])
    func `a coding that is none is passed over`(name: String) throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(200, ["Content-Encoding": name], body: Self.hello) }
        #expect(try result.get().body == Self.hello)
    }

    @Test(arguments: ["gzip", "GZIP", "x-gzip", "X-Gzip", "gzip, none", "aws-chunked, gzip", " gzip "])
    func `gzip is undone however it is written`(name: String) throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(200, ["Content-Encoding": name], body: Gzip.hello) }
        #expect(try result.get().body == Self.hello)
    }

    @Test(arguments: [Gzip.zlib, Gzip.bare])
    func `deflate is undone with zlib's header and without`(body: [UInt8]) throws {
        let (result, _, _) = try LoopbackFetch.outcome { _ in .http(200, ["Content-Encoding": "Deflate"], body: body) }
        #expect(try result.get().body == Self.hello)
    }

    @Test(arguments: [Gzip.zlib, Gzip.bare])
    func `a deflated body that is cut anywhere is reported`(body: [UInt8]) throws {
        for count in 1..<body.count - 1 {
            let (result, _, url) = try LoopbackFetch.outcome { _ in
                .http(200, ["Content-Encoding": "deflate"], body: Array(body[..<count]))
            }
            #expect(LoopbackFetch.error(result) == .truncated(url: url, received: count, promised: count))
        }
    }

    @Test func `a deflated body may come byte by byte`() throws {
        let chunks = Gzip.zlib.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) } + Array("0\r\n\r\n".utf8)
        let (result, _, _) = try LoopbackFetch.outcome { _ in
            Reply(
                Array("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                    + chunks)
        }
        #expect(try result.get().body == Self.hello)
    }

    @Test(arguments: ["br", "zstd", "compress", "gzip, gzip", "gzip, br", "none, BR"])
    func `a coding that is not undone is named, and asked for once`(name: String) throws {
        let (result, server, url) = try LoopbackFetch.outcome(retries: 3) { _ in
            .http(200, ["Content-Encoding": name], body: Self.hello)
        }
        #expect(LoopbackFetch.error(result) == .badCoding(url: url, coding: name))
        #expect(LoopbackFetch.error(result)?.description.contains(name) == true)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["gzip", "deflate"])
    func `a body that is not coded as it says is named, and asked for once`(name: String) throws {
        let (result, server, url) = try LoopbackFetch.outcome(retries: 3) { _ in
            .http(200, ["Content-Encoding": name], body: [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
        }
        #expect(LoopbackFetch.error(result) == .badCoding(url: url, coding: name))
        #expect(server.requests.count == 1)
    }

    @Test func `two lines are one list`() {
        let fields = HTTPFields([
            .init(name: "Content-Encoding", value: "gzip"), .init(name: "content-encoding", value: "gzip"),
        ])
        #expect(ContentCoding(fields) == .foreign("gzip, gzip"))
    }

    // MARK: What is received is counted too

    @Test func `gzip members that hold nothing stop at the limit`() throws {
        let many = [[UInt8]](repeating: Gzip.nothing, count: 500).flatMap(\.self)
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 100_000) { _ in
            Reply("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", then: .endless(many))
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 100_000))
    }

    @Test func `a gzip file's name without end stops at the limit`() throws {
        let head =
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 2, 255]
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 100_000) { _ in
            Reply(head, then: .endless(LoopbackFetch.kilobytes.map { $0 | 1 }))
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 100_000))
    }

    @Test func `a chunk's extension without end stops at a limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome(maxBytes: 100_000) { _ in
            Reply(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;",
                then: .endless([UInt8](repeating: 0x61, count: 65_536)))
        }
        #expect(LoopbackFetch.error(result) == .tooLarge(url: url, limit: 100_000))
    }

    @Test func `a trailer without end stops at the header's limit`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in
            Reply(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
                then: .endless(Array("X-A: b\r\n".utf8)))
        }
        #expect(LoopbackFetch.error(result) == .headerTooLarge(url: url, limit: 256 * 1024))
    }
}
