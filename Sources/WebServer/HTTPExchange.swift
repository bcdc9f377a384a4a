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
    private struct Suspended {
        /// The requests that are put aside.
        var requests: [ObjectIdentifier: PendingRequest] = [:]
        /// How many of them work is done for.
        var works = 0
        var hasEnded = false
    }

    private let suspended = Mutex(Suspended())

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
        case .delayed(let response, let delay):
            // A long body that nobody wants is not waited for: its client gets the answer at once.
            guard let length, length <= Self.forgottenBody else {
                return unsafe .answered(give(response, isHead: isHead, on: connection))
            }
            return unsafe .pending(PendingRequest(answeredBy: response, after: delay, on: connection))
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
        if let (response, delay) = pending.delayed {
            guard putAside(pending) else { return unsafe give(response, on: connection) }
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay / .nanoseconds(1)))) { [self] in
                resume(pending, with: response)
            }
            return .YES
        }
        guard let work = pending.work else { return .NO }
        guard putAside(pending) else { return unsafe give(busy, on: connection) }
        queue.async { [self] in resume(pending, with: work.run(pending.takeBody())) }
        return .YES
    }

    /// Suspends a request; false where too many have work done for them, or the server has ended.
    private func putAside(_ pending: PendingRequest) -> Bool {
        suspended.withLock { suspended in
            guard !suspended.hasEnded, pending.work == nil || suspended.works < limits.works else { return false }
            suspended.requests[ObjectIdentifier(pending)] = pending
            if pending.work != nil { suspended.works += 1 }
            // Under this lock: a server that ends in between would not find the connection.
            pending.suspend()
            return true
        }
    }

    private func resume(_ pending: PendingRequest, with response: HTTPResponse) {
        suspended.withLock { suspended in
            // A server that has ended has answered.
            guard suspended.requests.removeValue(forKey: ObjectIdentifier(pending)) != nil else { return }
            if pending.work != nil { suspended.works -= 1 }
            pending.resume(with: response)
        }
    }

    /// Turns a header away that no request is made of; what comes behind it on the connection is not read.
    func refuse(_ fault: HeaderFault, on connection: OpaquePointer) -> MHD_Result {
        let response = handler.refusal(
            status: 400, code: "bad_header", message: fault.message, headers: [("Connection", "close")])
        return unsafe give(response, on: connection)
    }

    /// Whether a client may have another connection.
    func admits(_ client: ClientAddress) -> Bool { connections.count(of: client) < limits.connectionsOfAddress }

    /// Takes the beginning of a connection.
    func open(_ connection: OpaquePointer) {
        connections.open(
            unsafe CMicrohttpd_find_socket(connection), of: ClientAddress(unsafe CMicrohttpd_find_client(connection)),
            by: .now + .seconds(limits.headerSeconds))
    }

    /// Takes the end of an answer: the next header has its time.
    func end(on connection: OpaquePointer) {
        connections.expect(
            unsafe CMicrohttpd_find_socket(connection), by: .now + .seconds(limits.headerSeconds))
    }

    /// Lets go of requests that work is still done for.
    func stop() {
        let waiting = suspended.withLock { suspended in
            defer { suspended = Suspended(hasEnded: true) }
            return suspended.requests
        }
        for pending in waiting.values { pending.resume(with: busy) }
    }

    private func give(_ response: HTTPResponse, isHead: Bool = false, on connection: OpaquePointer) -> MHD_Result {
        handler.note(response, byteCount: isHead ? 0 : response.byteCount)
        return unsafe response.queue(on: connection)
    }

    private var busy: HTTPResponse {
        handler.refusal(
            status: 503, code: "busy", message: "too much work at once; try again", headers: [("Retry-After", "1")])
    }

    private func tooLarge(_ limit: Int) -> HTTPResponse {
        handler.refusal(
            status: 413, code: "too_large", message: "the body has more than \(limit) bytes", headers: [])
    }
}
