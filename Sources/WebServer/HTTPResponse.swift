internal import CMicrohttpd

/// An answer: status, header, body.
///
/// It can be given any number of times, by any thread. The library adds `Content-Length` and `Date`, and leaves the body
/// out where the request was HEAD.
@safe package final class HTTPResponse: @unchecked Sendable {
    // @unchecked: never changed after `init`, and the library counts its users under a lock of its own.
    private let raw: OpaquePointer?
    /// The status, as 200.
    package let status: Int
    /// The length of the body, in bytes.
    package let byteCount: Int

    /// An answer with a body in memory, which is copied.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        byteCount = body.count
        // Answers are often made before the server.
        guard CMicrohttpd_load_library() else {
            unsafe raw = nil
            return
        }
        unsafe raw = body.withUnsafeBytes { bytes in
            // The library copies at once, and takes a pointer to what it may change only for other modes.
            unsafe MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        add(headers)
    }

    /// An answer whose body is a part of an open file; the descriptor is closed when nobody needs it any more.
    package init(
        status: Int, headers: [(name: String, value: String)], descriptor: Int32, offset: Int, byteCount: Int
    ) {
        self.status = status
        self.byteCount = byteCount
        guard CMicrohttpd_load_library() else {
            unsafe raw = nil
            return
        }
        unsafe raw = MHD_create_response_from_fd_at_offset64(UInt64(byteCount), descriptor, UInt64(offset))
        add(headers)
    }

    deinit { if let raw = unsafe raw { unsafe MHD_destroy_response(raw) } }

    private func add(_ headers: [(name: String, value: String)]) {
        // Refused is what has a line break in it: such a header is left out, and can do no harm.
        for (name, value) in headers { _ = unsafe MHD_add_response_header(raw, name, value) }
    }

    /// Gives the answer; where that is impossible the connection is closed.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        guard let raw = unsafe raw else { return .NO }
        return unsafe MHD_queue_response(connection, UInt32(status), raw)
    }
}
