public import FoundationEssentials

/// Everything that happened in a simulated span.
public struct SimulationReport: Codable, Hashable, Sendable {
    /// The first moment of the span.
    public internal(set) var start: Date
    /// The first moment after the span, or the last simulated one where the limit of events ended it.
    public internal(set) var end: Date
    /// What happened, in order.
    public internal(set) var events: [SimulationEvent] = []
    /// Whether the limit of events ended the simulation early.
    public internal(set) var isTruncated = false
    /// How many reloads the timelines asked for: what would have been, had each been granted, but for the floor.
    ///
    /// A timeline that asks for the next in 3 minutes asks 480 times a day, whatever it is granted; one that is over
    /// at once (`.atEnd` with one entry, dated now) asks once each floor interval.
    public internal(set) var asked = 0

    /// How often the provider was asked.
    public var calls: Int { count(.call) }
    /// How often the provider failed.
    public var failures: Int { count(.failure) }
    /// How often an entry was shown.
    public var switches: Int { count(.entry) }

    private func count(_ kind: SimulationEvent.Kind) -> Int {
        events.reduce(0) { $0 + ($1.kind == kind ? 1 : 0) }
    }
}
