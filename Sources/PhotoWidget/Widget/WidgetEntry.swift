package import FoundationEssentials
package import WidgetTimeline
package import WidgetUI

/// An entry of any widget, and how it is drawn.
package struct WidgetEntry: TimelineEntry {
    /// When the entry is to be shown.
    package let date: Date
    /// How much it matters.
    package let relevance: TimelineEntryRelevance?
    /// The entry as the widget's provider made it.
    package let value: any TimelineEntry
    /// Makes the view of the entry.
    package let view: @MainActor () -> any View

    /// Wraps an entry and the view that its widget makes of it.
    package init<Entry: TimelineEntry>(_ entry: Entry, view: @escaping @MainActor (Entry) -> any View) {
        date = entry.date
        relevance = entry.relevance
        value = entry
        let handed = HandedEntry(value: entry)
        self.view = { view(handed.value) }
    }
}

/// An entry on its way to the main actor.
///
/// Unchecked, since an entry of a listing written for iPhone may hold classes. After the provider has handed it over,
/// nobody writes to it, which is WidgetKit's own rule; the main actor reads it while the thread that asked waits.
struct HandedEntry<Entry>: @unchecked Sendable {
    let value: Entry
}
