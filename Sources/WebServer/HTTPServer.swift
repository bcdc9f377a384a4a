internal import CMicrohttpd
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server on one address of this machine, by libmicrohttpd: epoll, and a few threads.
@safe package final class HTTPServer: Sendable {
    /// The numeric address that it listens on.
    package let address: String
    /// The port, also where any was asked for.
    package let port: Int
    private let exchange: HTTPExchange
    // Written by `init` and emptied by the one `stop` that finds it.
    private let daemon: Mutex<UInt>

    /// The version of libmicrohttpd; `nil` where it is not there.
    package static var libraryVersion: String? {
        guard CMicrohttpd_load_library(), let text = unsafe MHD_get_version() else { return nil }
        return unsafe String(cString: text)
    }

    /// Listens, and answers from then on.
    ///
    /// - Parameters:
    ///   - address: A numeric address, IPv4 or IPv6.
    ///   - port: From 1 to 65535, or 0 for any that is free.
    ///   - limits: What clients are granted.
    ///   - handler: What answers.
    /// - Throws: why the library, the address or the port cannot be had.
    package init(
        address: String, port: Int, limits: HTTPLimits = HTTPLimits(), handler: any HTTPHandler
    ) throws(HTTPServerError) {
        guard CMicrohttpd_load_library() else { throw .noLibrary }
        var bound: UInt16 = 0
        let socket = unsafe CMicrohttpd_listen(address, UInt16(clamping: port), &bound)
        guard socket >= 0 else { throw .cannotListen(address: address, port: port, errno: errno) }
        var limits = limits
        limits.raiseDescriptorLimit()
        let exchange = HTTPExchange(handler, limits: limits)
        var settings = unsafe CMicrohttpd_settings()
        unsafe settings.socket = socket
        unsafe settings.threads = UInt32(limits.threads)
        unsafe settings.connections = UInt32(limits.connections)
        unsafe settings.idle_seconds = UInt32(limits.idleSeconds)
        unsafe settings.memory = limits.connectionMemory
        // Lives as long as this object, whose `stop` ends every call.
        unsafe settings.context = Unmanaged.passUnretained(exchange).toOpaque()
        unsafe settings.accept = Self.accept
        unsafe settings.answer = Self.answer
        unsafe settings.completed = Self.completed
        unsafe settings.connection = Self.connection
        guard let daemon = unsafe CMicrohttpd_start(&settings) else {
            let number = errno
            close(socket)
            throw .cannotStart(errno: number)
        }
        self.address = address
        self.port = Int(bound)
        self.exchange = exchange
        self.daemon = Mutex(UInt(bitPattern: daemon))
    }

    deinit { stop() }

    /// Where it can be reached, as `http://127.0.0.1:8787`.
    package var url: String { "http://\(address.contains(":") ? "[\(address)]" : address):\(port)" }

    /// How many connections there are.
    package var connectionCount: Int { exchange.connections.count }

    /// Ends the server: every connection is closed, and work that goes on has nobody to answer.
    package func stop() {
        let number = daemon.withLock { daemon in
            defer { daemon = 0 }
            return daemon
        }
        guard let daemon = unsafe OpaquePointer(bitPattern: number) else { return }
        exchange.stop()
        unsafe MHD_stop_daemon(daemon)
    }

    // MARK: The library's calls

    /// The state of a read whose end has not come: an answer that is given before would close the connection.
    private static var whole: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: 1) }

    private static let answer: MHD_AccessHandlerCallback = {
        context, connection, path, method, version, bytes, count, state in
        guard let context = unsafe context, let connection = unsafe connection, let path = unsafe path,
            let method = unsafe method, let version = unsafe version, let count = unsafe count, let state = unsafe state
        else { return .NO }
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        let isRead = unsafe strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0
        let received = unsafe count.pointee
        // What has come of the body is taken in any case.
        unsafe count.pointee = 0
        if unsafe state.pointee == nil {
            let request = unsafe HTTPRequest(
                connection, method: String(cString: method), path: String(cString: path),
                version: String(cString: version))
            let header = unsafe CMicrohttpd_inspect_header(connection, method, version)
            if let fault = request.fault(in: header) { return unsafe exchange.refuse(fault, on: connection) }
        }
        if isRead, unsafe state.pointee == nil {
            unsafe state.pointee = whole
            return .YES
        }
        let isMarked = unsafe state.pointee == whole
        if isMarked, received > 0 { return .YES }
        if let pointer = unsafe state.pointee, !isMarked {
            let pending = unsafe Unmanaged<PendingRequest>.fromOpaque(pointer).takeUnretainedValue()
            guard received > 0 else { return unsafe exchange.finish(pending, on: connection) }
            let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: received)
            exchange.take(unsafe RawSpan(_unsafeBytes: buffer), for: pending)
            return .YES
        }
        let request = unsafe HTTPRequest(
            connection, method: String(cString: method), path: String(cString: path), version: String(cString: version))
        switch unsafe exchange.begin(request, on: connection) {
        case .answered(let result): return result
        case .pending(let pending):
            unsafe state.pointee = Unmanaged.passRetained(pending).toOpaque()
            // The end of a request is told once: that of a read has been.
            return isRead ? unsafe exchange.finish(pending, on: connection) : .YES
        }
    }

    private static let accept: MHD_AcceptPolicyCallback = { context, address, _ in
        guard let context = unsafe context, let address = unsafe address else { return .NO }
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        let client = ClientAddress(unsafe CMicrohttpd_read_address(address))
        return exchange.admits(client) ? .YES : .NO
    }

    private static let completed: MHD_RequestCompletedCallback = { context, connection, state, _ in
        guard let context = unsafe context, let connection = unsafe connection, let state = unsafe state else { return }
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        unsafe exchange.end(on: connection)
        guard let pointer = unsafe state.pointee, unsafe pointer != whole else { return }
        unsafe Unmanaged<PendingRequest>.fromOpaque(pointer).release()
        unsafe state.pointee = nil
    }

    private static let connection: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context = unsafe context, let connection = unsafe connection else { return }
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        if code == .CONNECTION_NOTIFY_CLOSED {
            exchange.connections.forget(unsafe CMicrohttpd_find_socket(connection))
        } else {
            unsafe exchange.open(connection)
        }
    }
}
