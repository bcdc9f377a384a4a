import FoundationEssentials
import WidgetTimeline

/// A moment with no meaning: 2026-11-30T01:38:00Z.
let start = Date(timeIntervalSince1970: 1_796_002_680)

/// A context like the one of a widget on a home screen.
let medium = TimelineProviderContext(
    family: .systemMedium, displaySize: DisplaySize(width: 338, height: 158))

/// An entry with a mark that tells two of one date apart.
struct MarkedEntry: TimelineEntry, Equatable {
    var date: Date
    var mark = ""

    init(_ seconds: TimeInterval, _ mark: String = "") {
        date = start + seconds
        self.mark = mark
    }
}

extension ProviderOutcome where Entry == MarkedEntry {
    /// Entries at seconds from ``start``, asked for at `now` seconds from it.
    init(_ seconds: [TimeInterval], _ policy: TimelineReloadPolicy, now: TimeInterval = 0) throws(TimelineError) {
        let timeline = Timeline(entries: seconds.map { MarkedEntry($0) }, policy: policy)
        try self.init(normalizing: timeline, now: start + now)
    }
}

/// A provider that does with its completion what the test says.
struct ScriptedProvider: TimelineProvider {
    var answer: @Sendable (_ completion: @escaping @Sendable (Timeline<MarkedEntry>) -> Void) -> Void

    init(_ answer: @escaping @Sendable (_ completion: @escaping @Sendable (Timeline<MarkedEntry>) -> Void) -> Void) {
        self.answer = answer
    }

    func placeholder(in context: Context) -> MarkedEntry { MarkedEntry(0, "placeholder") }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (MarkedEntry) -> Void) {
        answer { timeline in
            if let entry = timeline.entries.first { completion(entry) }
        }
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<MarkedEntry>) -> Void) {
        answer(completion)
    }
}
