/// What was put right in a provider's answer; nothing that stops it from being shown.
public enum ProviderNote: Equatable, Sendable {
    /// The completion was called again, this many times, before the session ended; the first answer counts.
    case answeredAgain(times: Int)
    /// The entries were not in the order of their dates; they are now, those of one date in the provider's order.
    case sorted
    /// Entries of the same date as a later one in the timeline, left out: the last counts.
    case duplicateDates(count: Int)
    /// Entries that were over before the timeline began, left out.
    case past(count: Int)
    /// Entries whose date is not a date between the years 1 and 9999, left out.
    case undated(count: Int)
    /// Entries above the limit, left out from the end.
    case tooMany(count: Int, limit: Int)
    /// `.after` with a date that is none; `.atEnd` stands in its place.
    case undatedPolicy
}

extension ProviderNote: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .answeredAgain(let times): "answered again, \(times) more; the first answer counts"
        case .sorted: "entries were not in date order; sorted"
        case .duplicateDates(let count): "\(count) entries share a date with a later one; the last counts"
        case .past(let count): "\(count) entries were over already; left out"
        case .undated(let count): "\(count) entries have no usable date; left out"
        case .tooMany(let count, let limit): "\(count) entries above the limit of \(limit); left out"
        case .undatedPolicy: "the policy's date is none; atEnd stands in its place"
        }
    }
}
