internal import FoundationEssentials
package import WidgetTimeline
internal import WidgetUI

/// The links of an entry's view, as they stand in its published document.
package struct EntryLinks: Equatable, Sendable {
    /// The link of the whole widget.
    package var widget: String?
    /// The links inside of it, in reading order; `nil` if it has none.
    package var inside: [String]?
}

extension WidgetEntry {
    /// Evaluates the entry's view on the main actor, from any thread that is not `async`.
    ///
    /// A view that takes too long has no links; the widget is shown all the same.
    package func links(in context: TimelineProviderContext) -> EntryLinks {
        let entry = HandedEntry(value: self)
        return MainThread.run { entry.links(in: context) } ?? EntryLinks()
    }
}

extension HandedEntry<WidgetEntry> {
    @MainActor fileprivate func links(in context: TimelineProviderContext) -> EntryLinks {
        let view = value.evaluated(in: context)
        let links = view.links.map(\.absoluteString)
        return EntryLinks(widget: view.widgetURL?.absoluteString, inside: links.isEmpty ? nil : links)
    }
}
