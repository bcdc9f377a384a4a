public import FoundationEssentials

/// How long a stored answer may be used, and whether.
///
/// For a private cache that keeps only whole answers of status 200.
/// - Source: RFC 9111 §4.2 (freshness and age), §5.2; RFC 5861 (stale-while-revalidate, stale-if-error).
public struct Freshness: Equatable, Sendable {
    /// Whether the answer may be kept at all: not with `no-store`.
    public let mayStore: Bool
    /// How long it is fresh, counted from its age zero, in seconds.
    public let lifetime: TimeInterval
    /// Whether its URL promises never to answer otherwise.
    public let isImmutable: Bool

    /// The longest that the answer may be used without asking, in seconds.
    private let longest: TimeInterval
    private let initialAge: TimeInterval
    private let receivedAt: Date
    private let mustValidate: Bool
    private let forbidsStale: Bool
    private let staleWhileRevalidate: TimeInterval?
    private let staleIfError: TimeInterval?

    /// A clock that went back by more than this, in seconds, makes a stored answer stale.
    static let clockTolerance: TimeInterval = 60

    /// The longest guessed lifetime, in seconds.
    static let longestGuess: TimeInterval = 86_400

    /// The longest lifetime that an answer may give itself, in seconds: a year, as HTTP advises its senders.
    /// - Source: RFC 2616 §14.21, RFC 9111 §5.3.
    package static let longestLifetime: TimeInterval = 365 * 86_400

    /// Reads an answer's header.
    ///
    /// `allowsHeuristic`: where the server names no lifetime, a tenth of the time since Last-Modified is taken, at most
    /// one day. The two dates are of the (last) request and its answer, by one clock. No answer is used without asking for
    /// longer than `longest` seconds, a year if `nil`, whatever it says of itself.
    public init(
        fields: HTTPFields, requestedAt: Date, receivedAt: Date, allowsHeuristic: Bool = false,
        longest: TimeInterval? = nil
    ) {
        let control = CacheControl(fields["Cache-Control"] ?? "")
        let date = fields.values("Date").first.flatMap { HTTPDate.date(from: $0, now: receivedAt) }
        self.receivedAt = receivedAt
        mayStore = !control.noStore
        isImmutable = control.immutable
        mustValidate = control.noCache || control.noStore || Self.variesByAnything(fields)
        forbidsStale = control.noCache || control.noStore || control.mustRevalidate
        staleWhileRevalidate = Self.seconds(control.staleWhileRevalidate)
        staleIfError = Self.seconds(control.staleIfError)
        self.longest = longest ?? Self.longestLifetime
        lifetime = min(
            self.longest,
            Self.lifetime(control, fields, date: date, receivedAt: receivedAt, allowsHeuristic: allowsHeuristic))

        let apparentAge = max(0, receivedAt.timeIntervalSince(date ?? receivedAt))
        let responseDelay = max(0, receivedAt.timeIntervalSince(requestedAt))
        initialAge = max(apparentAge, Self.age(fields) + responseDelay)
    }

    /// How old the answer is, in seconds; it does not grow while the clock stands before its arrival.
    public func age(at now: Date) -> TimeInterval {
        initialAge + max(0, now.timeIntervalSince(receivedAt))
    }

    /// Whether the answer may be used without asking.
    public func isFresh(at now: Date) -> Bool {
        !mustValidate && age(at: now) < lifetime && !isFromTheFuture(at: now)
    }

    /// Whether the clock went back since the answer arrived, so that its age cannot be told.
    private func isFromTheFuture(at now: Date) -> Bool {
        now.timeIntervalSince(receivedAt) < -Self.clockTolerance
    }

    /// Whether the answer may be used at once while it is being revalidated.
    public func mayServeWhileRevalidating(at now: Date) -> Bool {
        if isFresh(at: now) { return true }
        guard let staleWhileRevalidate, !forbidsStale, !mustValidate, !isFromTheFuture(at: now) else { return false }
        return age(at: now) <= min(lifetime + staleWhileRevalidate, longest)
    }

    /// Whether the answer may be used after the server failed, by its own word.
    ///
    /// `byDefault` is the staleness allowed, in seconds, where the server names none. `must-revalidate` and `no-cache`
    /// forbid it.
    public func mayServeStaleOnError(at now: Date, byDefault: TimeInterval = .infinity) -> Bool {
        if isFresh(at: now) { return true }
        return !forbidsStale && age(at: now) - lifetime <= staleIfError ?? byDefault
    }

    // MARK: Reading

    private static func lifetime(
        _ control: CacheControl, _ fields: HTTPFields, date: Date?, receivedAt: Date, allowsHeuristic: Bool
    ) -> TimeInterval {
        switch control.maxAge {
        case .count(let seconds): return Double(seconds)
        case .garbage: return 0
        case .absent: break
        }
        if let expires = fields.values("Expires").first {
            // What is not a date, "0" above all, is in the past.
            guard let expires = HTTPDate.date(from: expires, now: receivedAt) else { return 0 }
            return max(0, expires.timeIntervalSince(date ?? receivedAt))
        }
        guard allowsHeuristic,
            let modified = fields.values("Last-Modified").first.flatMap({ HTTPDate.date(from: $0, now: receivedAt) })
        else { return 0 }
        return min(max(0, (date ?? receivedAt).timeIntervalSince(modified) / 10), longestGuess)
    }

    private static func age(_ fields: HTTPFields) -> TimeInterval {
        guard let text = fields.values("Age").first, !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return 0 }
        return Double(min(Int(text) ?? CacheControl.longest, CacheControl.longest))
    }

    private static func seconds(_ seconds: CacheControl.Seconds) -> TimeInterval? {
        guard case .count(let count) = seconds else { return nil }
        return Double(count)
    }

    /// Whether Vary says that no later request can be known to match.
    private static func variesByAnything(_ fields: HTTPFields) -> Bool {
        fields["Vary"]?.split(separator: ",").contains { $0.filter { $0 != " " && $0 != "\t" } == "*" } ?? false
    }
}
