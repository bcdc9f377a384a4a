import CCurl

/// One handle of libcurl with the connections it keeps.
///
/// `@unchecked Sendable`: a handle may move between threads and serves one at a time. `CurlPool` takes it out of its list
/// under a lock before lending it, so that the borrower's is the only reference while it is used.
@safe final class CurlHandle: @unchecked Sendable {
    /// libcurl's side of it, for ``CurlMulti``.
    let handle: OpaquePointer

    /// Makes a handle that trusts some certificates; `nil` when memory runs out.
    ///
    /// libcurl must be loaded.
    init?(trusting certificates: TrustedCertificates = TrustedCertificates()) {
        guard let handle = unsafe CCurl_create_handle() else { return nil }
        unsafe self.handle = handle
        let (file, directory) = (certificates.file?.path, certificates.directory?.path)
        guard unsafe CCurl_set_certificates(handle, file, directory) else { return nil }
    }

    deinit { unsafe CCurl_destroy_handle(handle) }

    /// Does one GET, without redirects.
    func perform(_ hop: FetchAttempt.Hop, userAgent: String) -> CCurl_Outcome {
        var outcome = CCurl_Outcome()
        var limits = hop.limits
        withExtendedLifetime(hop.reception) {
            var receiver = unsafe Self.receiver(for: hop.reception)
            unsafe CCurl_perform(
                handle, hop.url, hop.proxy?.text, userAgent, hop.lines.0, hop.lines.1, &limits, &receiver, &outcome)
        }
        return outcome
    }

    /// libcurl's words on the last exchange, where it failed.
    func message(of outcome: CCurl_Outcome) -> String {
        if outcome.result == CCurl_complete { return "" }
        var buffer = [CChar](repeating: 0, count: Int(CCurl_message_size))
        unsafe CCurl_copy_message(handle, &buffer, buffer.count)
        return CurlLibrary.text(in: buffer)
    }

    /// The C face of a reception, which must outlive the exchange.
    static func receiver(for reception: CurlReception) -> CCurl_Receiver {
        unsafe CCurl_Receiver(
            context: Unmanaged.passUnretained(reception).toOpaque(),
            admits: { context, bytes, count in
                unsafe CurlHandle.reception(context).admits(Array(UnsafeBufferPointer(start: bytes, count: count)))
            },
            takes_line: { context, bytes, count in
                unsafe CurlHandle.reception(context).take(line: UnsafeBufferPointer(start: bytes, count: count))
            },
            plans_body: { context in unsafe CurlHandle.reception(context).bodyPlan() },
            takes_body: { context, bytes, count in
                unsafe CurlHandle.reception(context).take(body: UnsafeBufferPointer(start: bytes, count: count))
            })
    }

    private static func reception(_ context: UnsafeMutableRawPointer) -> CurlReception {
        unsafe Unmanaged<CurlReception>.fromOpaque(context).takeUnretainedValue()
    }
}
