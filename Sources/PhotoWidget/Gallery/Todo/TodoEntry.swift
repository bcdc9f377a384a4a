package import FoundationEssentials
internal import WidgetTimeline

/// What the todo widget shows from one moment on.
package struct TodoEntry: DescribedEntry, FailableEntry, Sendable {
    /// What the app has written.
    package enum State: Hashable, Sendable {
        /// These todos, one at least.
        case data([TodoItem])
        /// Nothing, or an empty list.
        case none
        /// Something that is no list of todos; why.
        case broken(String)
    }

    /// When the entry is to be shown.
    package var date: Date
    /// What the app has written.
    package var state: State
    /// How many rows there is room for.
    package var capacity: Int

    /// The todos for which there is room: all, or so many that the last row can say how many more there are.
    package var rows: [TodoItem] {
        guard case .data(let items) = state else { return [] }
        return items.count <= capacity ? items : Array(items.prefix(max(capacity - 1, 0)))
    }

    /// How many todos are not in the rows.
    package var more: Int {
        guard case .data(let items) = state else { return 0 }
        return items.count - rows.count
    }

    package var failure: String? {
        if case .broken(let reason) = state { reason } else { nil }
    }

    package var content: any Encodable {
        Content(state: more == 0 && rows.isEmpty ? "none" : "data", items: rows, more: more)
    }

    private struct Content: Encodable {
        var state: String
        var items: [TodoItem]
        var more: Int
    }
}
