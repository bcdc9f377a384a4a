public import FoundationEssentials

/// Why a provider's answer cannot be shown.
public enum TimelineError: Error, Equatable, Sendable {
    /// The completion was not called within this many seconds.
    case noAnswer(after: TimeInterval)
    /// The completion was thrown away without a call: no answer can come any more.
    case answerDropped
    /// The provider's method has not yet returned from an earlier call, which was not answered in time.
    case stillBusy
    /// The timeline holds no entries; one is expected at least.
    case noEntries
    /// The timeline holds entries, this many, but none with a date between the years 1 and 9999.
    case noDatedEntries(count: Int)
    /// The provider itself says why it has nothing.
    case failed(reason: String)
}

extension TimelineError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .noAnswer(let seconds): "the provider did not answer within \(seconds) s"
        case .answerDropped: "the provider gave up without an answer"
        case .stillBusy: "the provider is still busy with an earlier question, which it did not answer in time"
        case .noEntries: "the provider's timeline has no entries"
        case .noDatedEntries(let count): "none of the timeline's \(count) entries has a usable date"
        case .failed(let reason): reason
        }
    }
}
