import FoundationEssentials
import WidgetTimeline

/// An entry that has a name.
struct NamedEntry: TimelineEntry {
    let date: Date
    let name: String
}

/// A provider of one entry with a name, for widgets of tests.
struct NamedProvider: TimelineProvider {
    let name: String

    private var entry: NamedEntry { NamedEntry(date: Date(timeIntervalSince1970: 0), name: name) }

    func placeholder(in context: Context) -> NamedEntry { entry }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (NamedEntry) -> Void) {
        completion(entry)
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<NamedEntry>) -> Void) {
        completion(Timeline(entries: [entry], policy: .never))
    }
}
