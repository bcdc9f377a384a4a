internal import Dispatch
internal import FoundationEssentials
internal import Synchronization
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
    private static let mainQueue = DispatchSpecificKey<Bool>()
    /// How long the main actor may take for one view before the entry goes without its links.
    private static let patience = DispatchTimeInterval.seconds(5)

    /// Evaluates the entry's view on the main actor, from any thread that is not `async`.
    ///
    /// A view that takes too long has no links; the widget is shown all the same.
    package func links(in context: TimelineProviderContext) -> EntryLinks {
        let entry = HandedEntry(value: self)
        // Where the main thread itself asks, nobody else would answer it.
        DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true)
        if DispatchQueue.getSpecific(key: Self.mainQueue) == true {
            return MainActor.assumeIsolated { entry.links(in: context) }
        }
        let answer = LinkAnswer()
        Task { @MainActor in answer.give(entry.links(in: context)) }
        return answer.wait(until: .now() + Self.patience) ?? EntryLinks()
    }
}

extension HandedEntry<WidgetEntry> {
    @MainActor fileprivate func links(in context: TimelineProviderContext) -> EntryLinks {
        let view = value.evaluated(in: context)
        let links = view.links.map(\.absoluteString)
        return EntryLinks(widget: view.widgetURL?.absoluteString, inside: links.isEmpty ? nil : links)
    }
}

/// The place where the main actor puts what it has found.
private final class LinkAnswer: Sendable {
    private let links = Mutex<EntryLinks?>(nil)
    private let bell = DispatchSemaphore(value: 0)

    func give(_ found: EntryLinks) {
        links.withLock { $0 = found }
        bell.signal()
    }

    func wait(until deadline: DispatchTime) -> EntryLinks? {
        _ = bell.wait(timeout: deadline)
        return links.withLock { $0 }
    }
}
