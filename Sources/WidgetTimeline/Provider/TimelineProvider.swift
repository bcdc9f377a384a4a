/// Says what a widget shows, and when.
///
/// It is asked on the thread of the caller. A completion may be called before the method returns or later from any
/// thread, once; ``TimelineSession`` says what becomes of a provider that does otherwise.
public protocol TimelineProvider {
    /// What the widget shows from one moment on.
    associatedtype Entry: TimelineEntry
    /// For what the provider is asked.
    typealias Context = TimelineProviderContext

    /// A generic entry, at once, without data.
    func placeholder(in context: Context) -> Entry
    /// One entry as it would look now; quick where `context.isPreview`.
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
    /// The entries from now on, and when to ask again.
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}
