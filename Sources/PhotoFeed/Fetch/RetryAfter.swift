public import FoundationEssentials

/// The Retry-After field: when a server wants to be asked again.
///
/// - Source: RFC 9110 §10.2.3.
public enum RetryAfter {
    /// The shortest wait, in seconds: a server that asks for none still gets a pause.
    public static let shortest: TimeInterval = 1
    /// The longest wait, in seconds: one day, also for a date in 2099.
    public static let longest: TimeInterval = 86_400

    /// The time before which nothing may be asked, for a value in seconds or a date; `nil` where it is neither.
    ///
    /// The wait from `now` is held between ``shortest`` and ``longest``.
    public static func date(from value: String, now: Date) -> Date? {
        let wait: TimeInterval
        if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
            wait = Double(value) ?? longest
        } else if let date = HTTPDate.date(from: value, now: now) {
            wait = date.timeIntervalSince(now)
        } else {
            return nil
        }
        return now.addingTimeInterval(min(max(wait, shortest), longest))
    }
}
