/// Says what a widget shows, and when, for the configuration of one instance.
public protocol IntentTimelineProvider {
    /// What the widget shows from one moment on.
    associatedtype Entry: TimelineEntry
    /// What a person sets for one instance of the widget.
    associatedtype Intent
    /// For what the provider is asked.
    typealias Context = TimelineProviderContext

    /// A generic entry, at once, without data.
    func placeholder(in context: Context) -> Entry
    /// One entry as it would look now; quick where `context.isPreview`.
    func getSnapshot(for configuration: Intent, in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    /// The entries from now on, and when to ask again.
    func getTimeline(
        for configuration: Intent, in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}
