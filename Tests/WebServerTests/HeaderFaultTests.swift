import Dispatch
import TestSupport
import Testing

@testable import WebServer

/// Answers every request with its body's length.
private final class CountingHandler: HTTPHandler {
    func note(_ response: HTTPResponse, byteCount: Int) {}

    func refusal(
        status: Int, code: String, message: String, headers: [(name: String, value: String)]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Array("\(code): \(message)".utf8))
    }

    func answer(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        guard request.method == "PUT" else { return .now(HTTPResponse(status: 200)) }
        return .later(HTTPWork(bodyLimit: 1000) { HTTPResponse(status: 201, body: Array("\($0.count)".utf8)) })
    }
}

/// What two readers of one connection could understand differently, sent byte for byte.
@Suite struct HeaderFaultTests {
    private static let put = "PUT /x HTTP/1.1\r\nHost: a\r\n"
    private static let get = "GET /x HTTP/1.1\r\nHost: a\r\n"
    private static let chunks = "5\r\nhello\r\n0\r\n\r\n"

    /// Sends a request and another behind it; the answers' statuses, until the server hangs up or has answered both.
    private func statuses(_ text: String) throws -> [Int] {
        let server = try HTTPServer(address: "127.0.0.1", port: 0, handler: CountingHandler())
        defer { server.stop() }
        let client = try LoopbackClient(port: server.port)
        try client.send(Array((text + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
        var statuses: [Int] = []
        while statuses.count < 2 {
            do {
                statuses.append(try client.reply().status)
            } catch LoopbackClient.Failure.noAnswer {
                break
            } catch LoopbackClient.Failure.system(104) {
                break
            }
        }
        return statuses
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "Content-Length: 5\r\ncontent-length: 5\r\n\r\nhello",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n\(chunks)", "Content-Length: +5\r\n\r\nhello",
        "Content-Length: -5\r\n\r\nhello", "Content-Length: 5, 5\r\n\r\nhello", "Content-Length: 5 \r\n\r\nhello",
        "Content-Length: 0x5\r\n\r\nhello", "Content-Length: 5;a\r\n\r\nhello", "Content-Length:\r\n\r\n",
        "Content-Length : 5\r\n\r\nhello", "Content-Length\t: 5\r\n\r\nhello",
        "Transfer-Encoding : chunked\r\n\r\n\(chunks)", "Transfer-Encoding: chunked, chunked\r\n\r\n\(chunks)",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
        "Transfer-Encoding: gzip, chunked\r\n\r\n\(chunks)", "Transfer-Encoding: identity\r\n\r\nhello",
        "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello", "Transfer-Encoding: xchunked\r\n\r\n\(chunks)",
        "Transfer-Encoding: \u{B}chunked\r\n\r\n\(chunks)", "Transfer-Encoding:\r\n chunked\r\n\r\n\(chunks)",
        "X-A: b\r\n c\r\nContent-Length: 5\r\n\r\nhello", "X-A: b\r\n\tc\r\n\r\n",
        "X-A: b\nContent-Length: 5\r\n\r\nhello", "X-A: b\rContent-Length: 5\r\n\r\nhello",
        "Content-Length: 5\n\r\nhello", "Content-Length: 5\n\nhello", "Content-Length: 5\0\r\n\r\nhello",
        "X-A: b\0c\r\nContent-Length: 5\r\n\r\nhello", ": b\r\n\r\n", "X A: b\r\n\r\n", "X(A): b\r\n\r\n",
        "X-A: b\u{1B}c\r\n\r\n", "X-A\r\n\r\n",
    ])
    func `a header with two readings is answered by 400, and nothing behind it is read`(rest: String) throws {
        #expect(try statuses(Self.put + rest).first == 400)
        #expect(try statuses(Self.put + rest).count == 1)
        #expect(try statuses(Self.get + rest) == [400])
    }

    @Test(arguments: [
        "PUT /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "GET /x HTTP/1.1\nHost: a\r\n\r\n", "GET /x HTTP/1.1\r\n X: b\r\nHost: a\r\n\r\n",
    ])
    func `so is a request line with two readings`(request: String) throws {
        #expect(try statuses(request) == [400])
    }

    @Test(arguments: [
        "Content-Length: 5\r\n\r\nhello", "content-length:5\r\n\r\nhello", "Content-Length: \t 5\r\n\r\nhello",
        "Content-Length: 05\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n\(chunks)",
        "TRANSFER-ENCODING: Chunked\r\n\r\n\(chunks)", "X-A:\r\nX-B: \r\nContent-Length: 5\r\n\r\nhello",
        "Content-Length: 5\r\nX-A: a b\tc \r\n\r\nhello", "Cookie: a=b; c=d\r\nContent-Length: 5\r\n\r\nhello",
        "X-A: \u{FC}\r\nX-B: %00\r\nContent-Length: 5\r\n\r\nhello",
        "X-!#$%&'*+-.^_`|~9: a\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func `a plain header is taken, and the connection goes on`(rest: String) throws {
        #expect(try statuses(Self.put + rest) == [201, 200])
        #expect(try statuses("PUT /x?a=b&c HTTP/1.1\r\nHost: a\r\n" + rest) == [201, 200])
    }

    @Test func `headers of many requests on one connection are told apart, however they are cut`() throws {
        let server = try HTTPServer(address: "127.0.0.1", port: 0, handler: CountingHandler())
        defer { server.stop() }
        let client = try LoopbackClient(port: server.port)
        let text = String(repeating: Self.put + "X-A: b\r\nContent-Length: 3\r\n\r\nabc", count: 20)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 17) {
            try client.send(Array(bytes[start..<min(start + 17, bytes.count)]))
        }
        for _ in 0..<20 { #expect(try client.reply().text == "3") }
    }
}
