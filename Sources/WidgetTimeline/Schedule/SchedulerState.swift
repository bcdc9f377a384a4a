public import FoundationEssentials

/// What a scheduler remembers; kept on disk, it makes one daemon of many short runs.
///
/// Encode the dates losslessly (the encoder's default strategy, not `.iso8601`, which drops fractions of a second).
public struct SchedulerState: Codable, Hashable, Sendable {
    /// A reload that waits for its date.
    public struct Waiting: Codable, Hashable, Sendable {
        /// Why it happens.
        public var cause: ReloadCause
        /// When it happens.
        public var due: Date
        /// What holds it back; `nil` if it happens when it was wanted.
        public var hold: ReloadHold?
    }

    /// A reload that has begun and not ended.
    public struct Running: Codable, Hashable, Sendable {
        /// Why it happens.
        public var cause: ReloadCause
        /// When it began.
        public var since: Date
    }

    /// A reload that failed.
    public struct Failure: Codable, Hashable, Sendable {
        /// When it was known.
        public var date: Date
        /// Why, for people.
        public var reason: String
        /// The earliest date of the next try.
        public var retry: Date
    }

    /// The dates of the last good timeline's entries, strictly rising; empty before the first.
    public internal(set) var entryDates: [Date] = []
    /// The policy of the last good timeline; `nil` before the first.
    public internal(set) var policy: TimelineReloadPolicy?
    /// The index of the entry that was last shown; `nil` if none of this timeline was yet.
    public internal(set) var shown: Int?
    /// When the last good timeline came.
    public internal(set) var lastSuccess: Date?
    /// The last failure, also after a success.
    public internal(set) var lastFailure: Failure?
    /// Failures in a row until now; zero after a success.
    public internal(set) var failures = 0
    /// When the last reload began, or was due if it began only a moment late, so that such moments do not add up.
    public internal(set) var lastReload: Date?
    /// How many reloads have begun.
    public internal(set) var reloads: UInt64 = 0
    /// What is left of the budget.
    public internal(set) var budget = BudgetLevel()
    /// The reload that waits, if one does.
    public internal(set) var waiting: Waiting?
    /// The reload that runs, if one does.
    public internal(set) var running: Running?
    /// The latest date that the clock has shown.
    public internal(set) var lastSeen: Date?

    /// Nothing seen yet.
    public init() {}

    /// Whether a timeline was ever accepted.
    public var hasTimeline: Bool { policy != nil }

    /// The index of the entry that is to be shown at a date; `nil` before the first entry's date.
    public func entryIndex(at date: Date) -> Int? {
        var (low, high) = (0, entryDates.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entryDates[middle] <= date { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Moves every date of the past and the plan with a clock that was set back; the entries keep theirs.
    mutating func shift(by seconds: TimeInterval) {
        lastReload = lastReload.map { $0 + seconds }
        lastFailure?.retry += seconds
        waiting?.due += seconds
        running?.since += seconds
        budget.shift(by: seconds)
    }

    /// The state with what a file may have been made to say, and a scheduler could never have written, put right.
    var repaired: SchedulerState {
        var state = self
        if !zip(entryDates, entryDates.dropFirst()).allSatisfy(<) { state.entryDates = Set(entryDates).sorted() }
        if let shown, !state.entryDates.indices.contains(shown) { state.shown = nil }
        state.failures = max(failures, 0)
        return state
    }
}
