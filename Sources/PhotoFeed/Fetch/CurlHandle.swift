import CCurl

/// One handle of libcurl with the connections it keeps.
///
/// `@unchecked Sendable`: a handle may move between threads and serves one at a time. `CurlPool` takes it out of its list
/// under a lock before lending it, so that the borrower's is the only reference while it is used.
@safe final class CurlHandle: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Makes a handle; `nil` when memory runs out.
    ///
    /// libcurl must be loaded.
    init?() {
        guard let handle = unsafe CCurl_create_handle() else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe CCurl_destroy_handle(handle) }

    /// Does one GET, without redirects, into `reception`.
    ///
    /// `url` is as ``CurlLibrary/resolve(_:against:)`` gave it; the lines are whole header lines.
    func get(
        _ url: String, userAgent: String, lines: (String?, String?), limits: CCurl_Limits, into reception: CurlReception
    ) -> CCurl_Outcome {
        var outcome = CCurl_Outcome()
        var limits = limits
        withExtendedLifetime(reception) {
            var receiver = unsafe CCurl_Receiver(
                context: Unmanaged.passUnretained(reception).toOpaque(),
                admits: { context, bytes, count in
                    unsafe CurlHandle.reception(context).admits(Array(UnsafeBufferPointer(start: bytes, count: count)))
                },
                takes_line: { context, bytes, count in
                    unsafe CurlHandle.reception(context).take(line: UnsafeBufferPointer(start: bytes, count: count))
                },
                takes_body: { context, bytes, count in
                    unsafe CurlHandle.reception(context).take(body: UnsafeBufferPointer(start: bytes, count: count))
                })
            unsafe CCurl_perform(
                handle, url, userAgent, lines.0, lines.1, &limits, &receiver, &outcome)
        }
        return outcome
    }

    /// libcurl's words on the last exchange, where it failed.
    var message: String {
        var buffer = [CChar](repeating: 0, count: Int(CCurl_message_size))
        unsafe CCurl_copy_message(handle, &buffer, buffer.count)
        return CurlLibrary.text(in: buffer)
    }

    private static func reception(_ context: UnsafeMutableRawPointer) -> CurlReception {
        unsafe Unmanaged<CurlReception>.fromOpaque(context).takeUnretainedValue()
    }
}
