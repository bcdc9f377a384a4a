internal import FoundationEssentials
internal import Glibc

/// A client of a server on 127.0.0.1 that sends exactly the bytes it is told to.
package final class LoopbackClient {
    /// Why there was no answer.
    package enum Failure: Error {
        case system(Int32)
        case noAnswer(String)
    }

    /// An answer, taken apart.
    package struct Reply {
        /// The status, as 200.
        package var status: Int
        /// The header's lines.
        package var headers: [(name: String, value: String)]
        /// The body.
        package var body: [UInt8]

        /// A header's value.
        package subscript(name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let socket: Int32
    private var received: [UInt8] = []

    /// Connects, from 127.0.0.`host`; reading gives up after two minutes.
    package init(port: Int, from host: UInt8 = 1) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure.system(errno) }
        // Other tests may hold the main thread, which draws, for a while.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: (0x7F00_0000 | UInt32(host)).bigEndian)
        guard unsafe Self.call(bind, socket, &address) == 0 else { throw Failure.system(errno) }
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        guard unsafe Self.call(connect, socket, &address) == 0 else { throw Failure.system(errno) }
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ socket: Int32, _ address: inout sockaddr_in
    ) -> Int32 {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe function(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(socket) }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.system(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request line and header lines, and a body with its length.
    package func send(_ line: String, _ headers: [String] = [], body: [UInt8]? = nil) throws {
        var lines = ["\(line) HTTP/1.1"]
        if !headers.contains(where: { $0.lowercased().hasPrefix("host:") }) { lines.append("Host: 127.0.0.1") }
        lines += headers
        if let body { lines.append("Content-Length: \(body.count)") }
        try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
    }

    /// Reads one answer; `isHead` where it has no body whatever its header says.
    package func reply(isHead: Bool = false) throws -> Reply {
        let end = Array("\r\n\r\n".utf8)
        while received.firstRange(of: end) == nil { try receive() }
        guard let range = received.firstRange(of: end) else { throw Failure.noAnswer("") }
        let lines = String(decoding: received[..<range.lowerBound], as: UTF8.self)
            .split(whereSeparator: \.isNewline).map(String.init)
        received.removeFirst(range.upperBound)
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { throw Failure.noAnswer(lines.first ?? "") }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (name: parts[0], value: String((parts.last ?? "").drop { $0 == " " }))
        }
        var reply = Reply(status: status, headers: headers, body: [])
        if status == 100 { return try self.reply(isHead: isHead) }
        if isHead || status == 304 || status == 204 { return reply }
        let length = reply["Content-Length"].flatMap { Int($0) } ?? 0
        while received.count < length { try receive() }
        reply.body = Array(received.prefix(length))
        received.removeFirst(length)
        return reply
    }

    /// Whether the server has hung up, once it does; what it still says is thrown away.
    package func waitForEnd() throws {
        while true {
            do { try receive() } catch Failure.noAnswer { return } catch Failure.system(ECONNRESET) { return }
        }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        if count < 0 { throw Failure.system(errno) }
        if count == 0 { throw Failure.noAnswer("the connection ended") }
        received += buffer.prefix(count)
    }

    /// Asks once on a connection of its own.
    package static func ask(
        _ line: String, _ headers: [String] = [], body: [UInt8]? = nil, port: Int
    ) throws -> Reply {
        let client = try LoopbackClient(port: port)
        try client.send(line, headers, body: body)
        return try client.reply(isHead: line.hasPrefix("HEAD "))
    }
}
