import FoundationEssentials

/// Gets addresses with libcurl: HTTP/1.1 and 2, gzip, connections kept between calls, from any thread.
///
/// Redirects are followed here, hop by hop, so that each hop passes the address policy. No cookie, referer or password for a
/// server is ever sent. Through a proxy the policy judges addresses that are spelled as numbers; names are the proxy's.
public final class CurlFetcher: Fetcher {
    private let rules: FetchRules
    private let retry: RetryPolicy
    private let clock: FetchClock
    private let pool: CurlPool

    /// Makes a fetcher; libcurl is loaded by the first fetch.
    ///
    /// `userAgent` names the product, its version and where to read about it: `photowidget/1.0 (+https://…)`.
    public init(
        userAgent: String, limits: FetchLimits = FetchLimits(), retry: RetryPolicy = RetryPolicy(),
        network: NetworkSettings = NetworkSettings(), clock: FetchClock
    ) {
        rules = FetchRules(userAgent: userAgent, limits: limits, network: network, now: clock.now)
        pool = CurlPool(trusting: network.certificates)
        self.retry = retry
        self.clock = clock
    }

    /// Gets an address; see ``Fetcher``.
    public func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        do { try CurlLibrary.load() } catch { throw .noLibrary(url: request.url, reason: error.reason) }
        let deadline = clock.uptime() + rules.limits.whole
        var request = request
        var retries = 0
        while true {
            let failure: FetchError
            var last: FetchAttempt?
            do { return try follow(request, until: deadline, &last) } catch { failure = error }
            if let last {
                // The next try knows where the typed origin was reached.
                request.policy = last.request.policy
                if request.learn(from: failure, last) { continue }
            }
            guard retries < retry.retries, retry.mayHelp(after: failure) else { throw failure }
            let delay = retry.delay(beforeRetry: retries, random: clock.random())
            // A wait that ends at the deadline cannot help: what went wrong is said now.
            guard clock.uptime() + delay < deadline else { throw failure }
            clock.sleep(delay)
            retries += 1
        }
    }

    /// One try: the address and its redirects; `last` becomes the state in which it ended.
    private func follow(
        _ request: FetchRequest, until deadline: Duration, _ last: inout FetchAttempt?
    ) throws(FetchError) -> FetchResponse {
        var attempt = try FetchAttempt(request, by: rules)
        defer { last = attempt }
        while true {
            let hop = try attempt.hop(within: deadline - clock.uptime())
            let (outcome, message) = try pool.withHandle(for: attempt.origin) { handle throws(FetchError) in
                let outcome = handle.perform(hop, userAgent: rules.userAgent)
                return (outcome, handle.message(of: outcome))
            }
            if let response = try attempt.take(hop, outcome, message: message) { return response }
        }
    }
}
