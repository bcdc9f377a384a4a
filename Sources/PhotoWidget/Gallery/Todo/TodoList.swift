package import FoundationEssentials
internal import WidgetTimeline
internal import WidgetUI

/// The todo widget: the todos that an app has written to its group.
package enum TodoList {
    /// The kind by which it is reloaded and published.
    package static let kind = "todo"

    /// Describes the widget, which reads the shared store below a state directory.
    package static func description(
        stateDirectory: String, now: @escaping @Sendable () -> Date
    ) -> WidgetDescription {
        let provider = TodoProvider(stateDirectory: stateDirectory, now: now)
        var description = WidgetDescription(
            kind: kind,
            provider: IntentWidgetProvider(provider) { (settings) throws(TimelineError) in
                try TimelineError.wrapping { try place(in: settings) }
            } content: {
                TodoListView(entry: $0)
            })
        description.displayName = "Todo"
        description.description = "What is to be done."
        description.settings = SharedKey.settings
        description.watches = { settings in [try? place(in: settings)].compactMap(\.self) }
        return description
    }

    private static func place(in settings: InstanceSettings) throws -> SharedKey {
        try SharedKey(settings, standard: "group.react.native.widget.example", "data")
    }
}
