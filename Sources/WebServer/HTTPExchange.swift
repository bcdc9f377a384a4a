internal import CMicrohttpd
internal import Dispatch
internal import Synchronization

/// Brings requests to the handler and its answers back.
final class HTTPExchange: Sendable {
    /// The open connections.
    let connections = ConnectionTable()
    private let handler: any HTTPHandler
    private let limits: HTTPLimits
    private let queue = DispatchQueue(label: "work", attributes: .concurrent)
    /// The requests that work is done for; `nil` once the server ends.
    private let suspended = Mutex<[ObjectIdentifier: PendingRequest]?>([:])

    /// The longest body that is read although nobody wants it: a client that is cut off may not read its answer.
    private static let forgottenBody = 64 << 10

    init(_ handler: any HTTPHandler, limits: HTTPLimits) {
        self.handler = handler
        self.limits = limits
    }

    /// What came of a request's header.
    enum Beginning {
        /// It is answered, if the library can.
        case answered(MHD_Result)
        /// Its body, or work, comes first.
        case pending(PendingRequest)
    }

    /// Takes a request's header.
    func begin(_ request: borrowing HTTPRequest, on connection: OpaquePointer) -> Beginning {
        connections.expect(
            unsafe CMicrohttpd_find_socket(connection), by: .now + .seconds(limits.answerSeconds))
        // The body of a read has gone by, and nobody wanted it.
        let isHead = request.method == "HEAD"
        let length = isHead || request.method == "GET" ? 0 : request.bodyLength
        switch handler.answer(request) {
        case .later(let work):
            guard let length, length > work.bodyLimit else {
                return unsafe .pending(PendingRequest(work, on: connection))
            }
            return unsafe answer(tooLarge(work.bodyLimit), length, on: connection)
        case .now(let response):
            return unsafe answer(response, length, isHead: isHead, on: connection)
        }
    }

    private func answer(
        _ response: HTTPResponse, _ length: Int?, isHead: Bool = false, on connection: OpaquePointer
    ) -> Beginning {
        if let length, (1...Self.forgottenBody).contains(length) {
            return unsafe .pending(PendingRequest(answeredBy: response, on: connection))
        }
        return unsafe .answered(give(response, isHead: isHead, on: connection))
    }

    /// Takes the next bytes of a request's body.
    func take(_ bytes: RawSpan, for pending: PendingRequest) {
        if let work = pending.work, !pending.take(bytes) { pending.refuse(with: tooLarge(work.bodyLimit)) }
    }

    /// Takes the end of a request, or the answer that work has made since.
    func finish(_ pending: PendingRequest, on connection: OpaquePointer) -> MHD_Result {
        if let response = pending.response { return unsafe give(response, on: connection) }
        guard let work = pending.work else { return .NO }
        let isTaken = suspended.withLock { suspended in
            guard let count = suspended?.count, count < limits.works else { return false }
            suspended?[ObjectIdentifier(pending)] = pending
            // Under this lock: a server that ends in between would not find the connection.
            pending.suspend()
            return true
        }
        guard isTaken else { return unsafe give(busy, on: connection) }
        queue.async { [self] in
            let response = work.run(pending.takeBody())
            suspended.withLock { suspended in
                // A server that has ended has answered.
                if suspended?.removeValue(forKey: ObjectIdentifier(pending)) != nil { pending.resume(with: response) }
            }
        }
        return .YES
    }

    /// Takes the end of an answer, or the beginning of a connection: the next header has its time.
    func end(on connection: OpaquePointer) {
        connections.expect(
            unsafe CMicrohttpd_find_socket(connection), by: .now + .seconds(limits.headerSeconds))
    }

    /// Lets go of requests that work is still done for.
    func stop() {
        let waiting = suspended.withLock { suspended in
            defer { suspended = nil }
            return suspended ?? [:]
        }
        for pending in waiting.values { pending.resume(with: busy) }
    }

    private func give(_ response: HTTPResponse, isHead: Bool = false, on connection: OpaquePointer) -> MHD_Result {
        handler.note(response, byteCount: isHead ? 0 : response.byteCount)
        return unsafe response.queue(on: connection)
    }

    private var busy: HTTPResponse {
        handler.refusal(status: 503, code: "busy", message: "too much work at once; try again")
    }

    private func tooLarge(_ limit: Int) -> HTTPResponse {
        handler.refusal(status: 413, code: "too_large", message: "the body has more than \(limit) bytes")
    }
}
