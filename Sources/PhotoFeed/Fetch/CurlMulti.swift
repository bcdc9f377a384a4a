import CCurl

/// Exchanges that libcurl runs at once on one thread, over connections they share.
@safe final class CurlMulti {
    private struct Transfer {
        // Kept alive here while libcurl points to them.
        let handle: CurlHandle
        let hop: FetchAttempt.Hop
    }

    private let multi: OpaquePointer
    private var transfers: [Transfer] = []
    private var idle: [CurlHandle] = []
    private let certificates: TrustedCertificates

    /// Makes a set that opens at most so many connections to a host, and trusts some certificates; `nil` when memory runs
    /// out.
    ///
    /// libcurl must be loaded.
    init?(connectionsPerHost: Int, trusting certificates: TrustedCertificates) {
        self.certificates = certificates
        guard let multi = unsafe CCurl_create_multi(connectionsPerHost) else { return nil }
        unsafe self.multi = multi
    }

    deinit {
        cancelAll()
        unsafe CCurl_destroy_multi(multi)
    }

    /// Starts an exchange and says which one it is; `nil` when memory runs out.
    func start(_ hop: FetchAttempt.Hop, userAgent: String) -> ObjectIdentifier? {
        guard let handle = idle.popLast() ?? CurlHandle(trusting: certificates) else { return nil }
        var limits = hop.limits
        var receiver = unsafe CurlHandle.receiver(for: hop.reception)
        let isStarted = unsafe CCurl_add_transfer(
            multi, handle.handle, hop.url, hop.proxy?.text, userAgent, hop.lines.0, hop.lines.1, &limits, &receiver)
        guard isStarted else { return nil }
        transfers.append(Transfer(handle: handle, hop: hop))
        return ObjectIdentifier(hop.reception)
    }

    /// Sends and receives, after waiting for something to send or receive, at most so long; `false` when memory runs out.
    func run(waiting: Duration) -> Bool {
        let milliseconds = waiting > .zero ? waiting.milliseconds : 0
        return unsafe CCurl_run_transfers(multi, Int32(clamping: milliseconds))
    }

    /// Takes an exchange that is over out of the set, with libcurl's words where it failed.
    func takeFinished() -> (hop: FetchAttempt.Hop, outcome: CCurl_Outcome, message: String)? {
        var outcome = CCurl_Outcome()
        guard let raw = unsafe CCurl_take_finished(multi, &outcome),
            let index = transfers.firstIndex(where: { unsafe $0.handle.handle == raw })
        else { return nil }
        let transfer = transfers.remove(at: index)
        idle.append(transfer.handle)
        return (transfer.hop, outcome, transfer.handle.message(of: outcome))
    }

    /// The bytes of body that the exchanges under way have received.
    var receivedCount: Int { transfers.reduce(0) { $0 + $1.hop.reception.body.count } }

    /// Gives up every exchange.
    func cancelAll() {
        for transfer in transfers { unsafe CCurl_cancel_transfer(multi, transfer.handle.handle) }
        transfers.removeAll()
    }
}
