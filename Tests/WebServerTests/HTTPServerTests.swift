import Dispatch
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import WebServer

/// Answers by the path: what a request was, an echo of its body, work that waits.
private final class EchoHandler: HTTPHandler {
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let notes = Mutex<[Int]>([])

    func note(_ response: HTTPResponse, byteCount: Int) { notes.withLock { $0.append(byteCount) } }

    func refusal(
        status: Int, code: String, message: String, headers: [(name: String, value: String)]
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: Array(code.utf8))
    }

    func answer(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        switch request.segments?.first {
        case "echo": return .later(HTTPWork(bodyLimit: 100_000) { HTTPResponse(status: 201, body: $0) })
        case "wait":
            return .later(
                HTTPWork(bodyLimit: 0) { [gate, begun] _ in
                    begun.signal()
                    gate.wait()
                    return HTTPResponse(status: 200)
                })
        case "slow":
            return .delayed(HTTPResponse(status: 429), by: .milliseconds(Int(request.argument("ms") ?? "") ?? 0))
        case "refuse": return .now(HTTPResponse(status: 401, body: Array("no".utf8)))
        default:
            let text =
                "\(request.method) \(request.path) \(request.argument("q") ?? "-") \(request.header("x-word") ?? "-")"
            return .now(HTTPResponse(status: 200, headers: [("X-Kind", "told")], body: Array(text.utf8)))
        }
    }
}

@Suite struct HTTPServerTests {
    private let handler = EchoHandler()

    private func server(_ change: (inout HTTPLimits) -> Void = { _ in }) throws -> HTTPServer {
        var limits = HTTPLimits()
        change(&limits)
        return try HTTPServer(address: "127.0.0.1", port: 0, limits: limits, handler: handler)
    }

    @Test func `a request reaches the handler as it was sent`() throws {
        let server = try server()
        #expect(server.url == "http://127.0.0.1:\(server.port)" && server.port > 0)
        let reply = try LoopbackClient.ask("GET /a%2Fb/..//c?q=x%20y&z", ["X-Word: ü"], port: server.port)
        #expect(reply.status == 200 && reply["X-Kind"] == "told")
        #expect(reply.text == "GET /a%2Fb/..//c x y ü")
    }

    @Test func `a connection answers one request after another`() throws {
        let server = try server()
        let client = try LoopbackClient(port: server.port)
        for number in 1...3 {
            try client.send("GET /\(number)")
            #expect(try client.reply().text == "GET /\(number) - -")
        }
        try client.send("HEAD /h")
        let head = try client.reply(isHead: true)
        #expect(head["Content-Length"] == "11")
        try client.send("POST /echo", body: Array("after".utf8))
        #expect(try client.reply().text == "after")
        #expect(handler.notes.withLock { $0 } == [10, 10, 10, 0, 5])
    }

    @Test func `a body comes to the work, whole`() throws {
        let server = try server()
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let reply = try LoopbackClient.ask("PUT /echo", body: body, port: server.port)
        #expect(reply.status == 201 && reply.body == body)
        let client = try LoopbackClient(port: server.port)
        try client.send("PUT /echo", ["Transfer-Encoding: chunked"])
        try client.send(Array("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n".utf8))
        #expect(try client.reply().text == "abcde")
    }

    @Test func `a body beyond the limit is refused, announced or not`() throws {
        let server = try server()
        #expect(try LoopbackClient.ask("PUT /echo", ["Content-Length: 100001"], port: server.port).status == 413)
        let client = try LoopbackClient(port: server.port)
        try client.send("PUT /echo", ["Transfer-Encoding: chunked"])
        let chunk = Array("C350\r\n".utf8) + [UInt8](repeating: 1, count: 50_000) + Array("\r\n".utf8)
        for _ in 0..<3 { try client.send(chunk) }
        try client.send(Array("0\r\n\r\n".utf8))
        #expect(try client.reply().status == 413)
    }

    @Test func `who sends a small body that nobody wants gets its answer all the same`() throws {
        let server = try server()
        let client = try LoopbackClient(port: server.port)
        for _ in 0..<2 {
            try client.send("POST /refuse", body: [UInt8](repeating: 1, count: 20_000))
            #expect(try client.reply().status == 401)
        }
    }

    @Test func `a header that is too large ends with 431 and the server goes on`() throws {
        let server = try server()
        let reply = try LoopbackClient.ask(
            "GET /", ["X-Large: \(String(repeating: "a", count: 40_000))"], port: server.port)
        #expect(reply.status == 431)
        #expect(try LoopbackClient.ask("GET /", port: server.port).status == 200)
    }

    @Test func `nonsense is answered with an error, and the server goes on`() throws {
        let server = try server { $0.idleSeconds = 1 }
        for text in [
            "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        ] {
            let client = try LoopbackClient(port: server.port)
            try client.send(Array(text.utf8))
            if let reply = try? client.reply() { #expect((400...599).contains(reply.status)) }
        }
        #expect(try LoopbackClient.ask("GET /", port: server.port).status == 200)
    }

    @Test(arguments: [
        ("GET /secret-word HTTP/1.1\r\nX-Word: secret-word", 400),
        ("GET /secret-word HTTP/1.1\r\nHost : secret-word", 400),
        ("POST /secret-word HTTP/1.1\r\nHost: a\r\nContent-Length: secret-word", 400),
        ("GET /secret-word HTTP/9.9\r\nHost: a", 505), ("GET /secret-word… HTTP/1.1\r\nHost: a", 414),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: secret-word…", 431),
    ])
    func `what the library answers by itself repeats nothing of the request`(request: String, status: Int) throws {
        // Its answers have none of our headers, so they must be such that none is needed.
        let server = try server()
        defer { server.stop() }
        let client = try LoopbackClient(port: server.port)
        let long = String(repeating: "a", count: 40_000)
        try client.send(Array((request.replacing("…", with: long) + "\r\n\r\n").utf8))
        let reply = try client.reply()
        #expect(reply.status == status && !reply.text.contains("secret-word") && reply["Connection"] == "close")
        #expect(handler.notes.withLock { $0 }.isEmpty)
    }

    @Test func `only so much work is done at once`() throws {
        let server = try server { $0.works = 2 }
        let waiting = try (0..<2).map { _ in try LoopbackClient(port: server.port) }
        for client in waiting {
            try client.send("GET /wait")
            handler.begun.wait()
        }
        #expect(try LoopbackClient.ask("POST /echo", body: [1], port: server.port).status == 503)
        for _ in waiting { handler.gate.signal() }
        for client in waiting { #expect(try client.reply().status == 200) }
    }

    @Test func `a server that ends lets go of everybody`() throws {
        let server = try server()
        let idle = try LoopbackClient(port: server.port)
        try idle.send("GET /")
        _ = try idle.reply()
        let half = try LoopbackClient(port: server.port)
        try half.send(Array("GET / HT".utf8))
        let waiting = try LoopbackClient(port: server.port)
        try waiting.send("GET /wait")
        handler.begun.wait()
        server.stop()
        for client in [idle, half, waiting] { try client.waitForEnd() }
        handler.gate.signal()
        server.stop()
    }

    @Test func `many slow clients do not stop it`() throws {
        let server = try server { $0.connections = 1024 }
        let slow = try (0..<200).map { _ in try LoopbackClient(port: server.port) }
        for client in slow { try client.send(Array("GET / HTTP/1.1\r\nX-Slow: ".utf8)) }
        #expect(try LoopbackClient.ask("GET /", port: server.port).status == 200)
        #expect(server.connectionCount >= 200)
    }

    @Test func `one address does not get every connection`() throws {
        let server = try server { $0.connections = 8 }
        let clients = try (0..<7).map { _ in try LoopbackClient(port: server.port) }
        for client in clients {
            try client.send("GET /")
            _ = try client.reply()
        }
        let eighth = try LoopbackClient(port: server.port)
        try eighth.waitForEnd()
        let other = try LoopbackClient(port: server.port, from: 2)
        try other.send("GET /")
        #expect(try other.reply().status == 200)
    }

    @Test func `a connection that ends makes room for another of its address`() throws {
        let server = try server { $0.connections = 8 }
        for _ in 0..<20 {
            #expect(try LoopbackClient.ask("GET /", ["Connection: close"], port: server.port).status == 200)
        }
    }

    @Test(arguments: [(4096, 2048), (3968, 2048), (8192, 4096), (2200, 1925), (896, 784), (2, 1), (1, 1)])
    func `an address gets 2,048 connections, and an eighth is left to others`(connections: Int, ofAddress: Int) {
        var limits = HTTPLimits()
        limits.connections = connections
        #expect(limits.connectionsOfAddress == ofAddress)
    }

    @Test func `an answer after a while keeps neither a thread nor a place for work`() throws {
        let server = try server { $0.works = 1 }
        let slow = try (0..<20).map { _ in try LoopbackClient(port: server.port) }
        for client in slow { try client.send("PUT /slow?ms=200", body: [1, 2, 3]) }
        #expect(try LoopbackClient.ask("POST /echo", body: [1], port: server.port).status == 201)
        for client in slow { #expect(try client.reply().status == 429) }
        // The body was taken, so the connection goes on.
        for client in slow.prefix(1) {
            try client.send("GET /")
            #expect(try client.reply().status == 200)
        }
    }

    @Test func `a server that ends answers whom it let wait`() throws {
        let server = try server()
        let client = try LoopbackClient(port: server.port)
        try client.send("GET /slow?ms=60000")
        try client.send(Array("GET / HTTP/1.1\r\n".utf8))
        server.stop()
        try client.waitForEnd()
    }

    @Test func `where it cannot listen it says why`() throws {
        let server = try server()
        #expect(throws: HTTPServerError.cannotListen(address: "127.0.0.1", port: server.port, errno: 98)) {
            try HTTPServer(address: "127.0.0.1", port: server.port, handler: handler)
        }
        #expect(throws: HTTPServerError.cannotListen(address: "example.org", port: 0, errno: 22)) {
            try HTTPServer(address: "example.org", port: 0, handler: handler)
        }
    }
}
