public import FoundationEssentials

/// How much an entry matters, so that a stack of widgets can turn to the one that matters most.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    /// Compared only with scores of the same widget; zero or less means "not worth turning to".
    public var score: Float
    /// How long the score holds from the entry's date, in seconds; zero means until the next entry.
    public var duration: TimeInterval

    /// Makes a relevance of a score and the seconds for which it holds.
    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }
}
