import Foundation
import PhotoFeed
import Synchronization

/// A server on 127.0.0.1 that sends exactly the bytes a test gives it, so that it can be as wrong as the test wants.
///
/// Each connection has a thread of its own; `stop()` ends them all.
final class LoopbackServer: Sendable {
    /// What a client asked.
    struct Request: Sendable {
        /// `/path?query`.
        var target: String
        var fields: HTTPFields
    }

    /// What is sent back, and what becomes of the connection.
    struct Reply: Sendable {
        enum End: Sendable {
            /// Waits for the next request.
            case keepOpen
            case close
            /// Closes so that the client sees "connection reset".
            case reset
            /// Says nothing more until the client gives up.
            case silence
            /// Sends these bytes again and again until the client gives up.
            case endless([UInt8])
        }

        var bytes: [UInt8]
        var end: End

        init(_ bytes: [UInt8], then end: End = .keepOpen) {
            self.bytes = bytes
            self.end = end
        }

        init(_ text: String, then end: End = .keepOpen) { self.init(Array(text.utf8), then: end) }

        /// A well-formed answer with a Content-Length.
        static func http(_ status: Int = 200, _ fields: [String: String] = [:], body: [UInt8] = []) -> Reply {
            var head = "HTTP/1.1 \(status) Anything\r\n"
            if status != 304 { head += "Content-Length: \(body.count)\r\n" }
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
            return Reply(Array((head + "\r\n").utf8) + body)
        }

        static func redirect(to location: String, status: Int = 302) -> Reply { .http(status, ["Location": location]) }
    }

    private struct State {
        var requests: [Request] = []
        var connectionCount = 0
        var open: Set<Int32> = []
        var isStopped = false
    }

    /// The port it listens on.
    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let answer: @Sendable (Request) -> Reply

    struct SystemError: Error { var call: String, number: Int32 }

    /// Listens on a free port and answers each request with `answer`.
    init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
        // Nothing for the programs that other tests start: a connection ends when the last who has it lets go.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw SystemError(call: "socket", number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw SystemError(call: "listen", number: errno)
        }
        self.listener = listener
        self.port = UInt16(bigEndian: address.sin_port)
        self.answer = answer
        Thread.detachNewThread { self.acceptAll() }
    }

    /// `http://127.0.0.1:PORT`.
    var base: String { "http://127.0.0.1:\(port)" }
    /// The requests seen so far.
    var requests: [Request] { state.withLock { $0.requests } }
    /// The connections accepted so far.
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Ends every connection and stops listening.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            let isWelcome = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connectionCount += 1
                state.open.insert(connection)
                return true
            }
            guard isWelcome else {
                close(connection)
                break
            }
            Thread.detachNewThread {
                self.serve(connection)
                self.state.withLock { state in
                    state.open.remove(connection)
                    close(connection)
                }
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var pending: [UInt8] = []
        while let request = readRequest(connection, &pending) {
            state.withLock { $0.requests.append(request) }
            let reply = answer(request)
            guard sendAll(connection, reply.bytes) else { return }
            switch reply.end {
            case .keepOpen: continue
            case .close:
                shutdown(connection, Int32(SHUT_RDWR))
                return
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                unsafe setsockopt(
                    connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return
            case .silence:
                _ = readRequest(connection, &pending)
                return
            case .endless(let bytes):
                while sendAll(connection, bytes) {}
                return
            }
        }
    }

    /// The next request's head, or `nil` when the client has gone.
    private func readRequest(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = pending.firstRange(of: end) {
                let head = String(decoding: pending[..<range.lowerBound], as: UTF8.self)
                pending.removeSubrange(..<range.upperBound)
                var lines = head.components(separatedBy: "\r\n")
                let words = lines.removeFirst().split(separator: " ")
                let fields = lines.compactMap { line in
                    line.firstIndex(of: ":").map {
                        HTTPFields.Field(
                            name: String(line[..<$0]),
                            value: line[line.index(after: $0)...].trimmingCharacters(in: .whitespaces))
                    }
                }
                return Request(target: words.count > 1 ? String(words[1]) : "", fields: HTTPFields(fields))
            }
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }

    private func sendAll(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(
                    connection, buffer.baseAddress.map { unsafe $0 + sent }, buffer.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
