public import FoundationEssentials

/// A provider's timeline, put into the form that the scheduler counts on, and what had to be put right.
public struct ProviderOutcome<Entry: TimelineEntry> {
    /// At least one entry; dates strictly rising, all of them dates; at most one is not later than the moment asked.
    public let timeline: Timeline<Entry>
    /// What had to be put right, in the order in which it was done.
    public let notes: [ProviderNote]

    /// How many entries a timeline may hold unless asked otherwise: a day of one a minute.
    public static var entryLimit: Int { 1440 }

    /// Puts a timeline right.
    ///
    /// In this order: entries without a usable date go; the rest is sorted by date, stably; of one date the last entry
    /// stays; of those not later than `now` the last stays, so that there is one to show; what is above the limit
    /// goes from the end.
    ///
    /// - Parameters:
    ///   - timeline: The timeline as the provider handed it over.
    ///   - now: The moment at which the provider was asked.
    ///   - limit: How many entries may stay, at least one.
    ///   - answeredAgain: How often the provider answered beyond the first time.
    /// - Throws: ``TimelineError/noEntries``, ``TimelineError/noDatedEntries(count:)``.
    public init(
        normalizing timeline: Timeline<Entry>, now: Date, limit: Int = Self.entryLimit, answeredAgain: Int = 0
    ) throws(TimelineError) {
        guard !timeline.entries.isEmpty else { throw .noEntries }
        var notes: [ProviderNote] = answeredAgain > 0 ? [.answeredAgain(times: answeredAgain)] : []

        var entries = timeline.entries.filter { $0.date.isUsable }
        guard !entries.isEmpty else { throw .noDatedEntries(count: timeline.entries.count) }
        Self.note(timeline.entries.count - entries.count, in: &notes) { .undated(count: $0) }

        if zip(entries, entries.dropFirst()).contains(where: { $0.date > $1.date }) {
            // The standard library's sort is stable, though its page does not promise it: the place decides ties.
            entries = entries.enumerated()
                .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
                .map(\.element)
            notes.append(.sorted)
        }

        let distinct = entries.indices.filter { $0 + 1 == entries.count || entries[$0].date < entries[$0 + 1].date }
        Self.note(entries.count - distinct.count, in: &notes) { .duplicateDates(count: $0) }
        entries = distinct.map { entries[$0] }

        let past = max((entries.firstIndex { $0.date > now } ?? entries.count) - 1, 0)
        Self.note(past, in: &notes) { .past(count: $0) }
        entries.removeFirst(past)

        let limit = max(limit, 1)
        Self.note(max(entries.count - limit, 0), in: &notes) { .tooMany(count: $0, limit: limit) }
        entries.removeLast(max(entries.count - limit, 0))

        var policy = timeline.policy
        if case .after(let date) = policy, !date.isUsable {
            policy = .atEnd
            notes.append(.undatedPolicy)
        }
        self.timeline = Timeline(entries: entries, policy: policy)
        self.notes = notes
    }

    private init(timeline: Timeline<Entry>, notes: [ProviderNote]) {
        self.timeline = timeline
        self.notes = notes
    }

    /// The same timeline with other entries in the places of its own; `transform` keeps their dates.
    package func map<Other: TimelineEntry>(_ transform: (Entry) -> Other) -> ProviderOutcome<Other> {
        ProviderOutcome<Other>(
            timeline: Timeline(entries: timeline.entries.map(transform), policy: timeline.policy), notes: notes)
    }

    private static func note(_ count: Int, in notes: inout [ProviderNote], as note: (Int) -> ProviderNote) {
        if count > 0 { notes.append(note(count)) }
    }
}

extension ProviderOutcome: Sendable where Entry: Sendable {}
extension ProviderOutcome: Equatable where Entry: Equatable {}

extension Date {
    /// Whether the date can be written down: a number, and in the years 1 to 9999.
    var isUsable: Bool {
        (-62_135_596_800..<253_402_300_800).contains(timeIntervalSince1970)
    }
}
