/// When a failed request is worth asking again, and how soon.
public struct RetryPolicy: Equatable, Sendable {
    /// How often a request is asked again, beyond the first time (`--retries`).
    public var retries: Int
    /// The bound of the first wait; it doubles with each.
    public var base: Duration
    /// The largest bound.
    public var cap: Duration

    /// Makes a policy; without arguments, 3 retries within 0.5, 1 and 2 seconds.
    public init(retries: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30)) {
        self.retries = retries
        self.base = base
        self.cap = cap
    }

    /// The wait before a retry, counted from 0.
    ///
    /// Anything up to the bound, so that many clients do not return as one ("full jitter"); `random` is 0 ..< 1.
    public func delay(beforeRetry retry: Int, random: Double) -> Duration {
        let bound = base * Double(sign: .plus, exponent: min(max(retry, 0), 30), significand: 1)
        return min(bound, cap) * random
    }

    /// Whether asking again may help: a broken connection, a cut body, a passing trouble of the server.
    ///
    /// Not where the server named a time (Retry-After) or asked us to slow down (429), not for what is wrong with the
    /// request, and not for a time limit: the person has waited once already.
    public func mayHelp(after error: FetchError) -> Bool {
        switch error {
        case .unreachable, .unresolved, .proxyFailed, .truncated: true
        case .status(_, let code, let retryAt): retryAt == nil && [408, 425, 500, 502, 503, 504].contains(code)
        default: false
        }
    }
}
