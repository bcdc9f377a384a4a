/// Says what a widget shows, and when, for the configuration of one instance; with `async` instead of completions.
///
/// Sendable, other than WidgetKit's, since its methods run as a task while the thread that asked waits.
public protocol AppIntentTimelineProvider: Sendable {
    /// What the widget shows from one moment on.
    associatedtype Entry: TimelineEntry
    /// What a person sets for one instance of the widget.
    associatedtype Intent: Sendable
    /// For what the provider is asked.
    typealias Context = TimelineProviderContext

    /// A generic entry, at once, without data.
    func placeholder(in context: Context) -> Entry
    /// One entry as it would look now; quick where `context.isPreview`.
    func snapshot(for configuration: Intent, in context: Context) async -> Entry
    /// The entries from now on, and when to ask again.
    func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>
}
