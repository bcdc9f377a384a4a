internal import CMicrohttpd
internal import Synchronization

/// A request that is not answered yet: its body is coming, or work is done for it.
///
/// @unchecked: `connection` is used by the library's thread, or, while the connection is suspended, by the one that
/// resumes it, which `state` sees to.
@safe final class PendingRequest: @unchecked Sendable {
    private enum State {
        case reading
        case suspended
        case answered(HTTPResponse)
    }

    /// What is done once the body is there; `nil` where the answer is known and the body is read to be forgotten.
    let work: HTTPWork?
    /// The answer that is known and given after a while, and how long that is.
    let delayed: (HTTPResponse, Duration)?
    private let connection: OpaquePointer
    private let state: Mutex<State>
    private let body = Mutex<[UInt8]>([])

    /// A request whose body is wanted.
    init(_ work: HTTPWork, on connection: OpaquePointer) {
        self.work = work
        delayed = nil
        unsafe self.connection = connection
        state = Mutex(.reading)
    }

    /// A request whose answer is known.
    init(answeredBy response: HTTPResponse, on connection: OpaquePointer) {
        work = nil
        delayed = nil
        unsafe self.connection = connection
        state = Mutex(.answered(response))
    }

    /// A request whose answer is known, and given after a while.
    init(answeredBy response: HTTPResponse, after delay: Duration, on connection: OpaquePointer) {
        work = nil
        delayed = (response, delay)
        unsafe self.connection = connection
        state = Mutex(.reading)
    }

    /// The answer, once it is known.
    var response: HTTPResponse? {
        state.withLock { state in
            if case .answered(let response) = state { response } else { nil }
        }
    }

    /// Takes the next bytes of the body; false where they are too many.
    func take(_ bytes: RawSpan) -> Bool {
        guard let work, response == nil else { return true }
        return body.withLock { body in
            guard body.count + bytes.byteCount <= work.bodyLimit else { return false }
            unsafe bytes.withUnsafeBytes { unsafe body.append(contentsOf: $0) }
            return true
        }
    }

    /// The body, which is handed out once.
    func takeBody() -> [UInt8] {
        body.withLock { body in
            defer { body = [] }
            return body
        }
    }

    /// Sets the answer while the body is read: what comes of it is not wanted any more.
    func refuse(with response: HTTPResponse) { state.withLock { $0 = .answered(response) } }

    /// Puts the connection aside; called by the library's thread.
    func suspend() {
        state.withLock { state in
            state = .suspended
            unsafe MHD_suspend_connection(connection)
        }
    }

    /// Answers, and wakes the connection; does nothing where somebody else has.
    func resume(with response: HTTPResponse) {
        state.withLock { state in
            guard case .suspended = state else { return }
            state = .answered(response)
            unsafe MHD_resume_connection(connection)
        }
    }
}
