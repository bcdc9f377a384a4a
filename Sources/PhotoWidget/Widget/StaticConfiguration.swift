public import WidgetTimeline
public import WidgetUI

/// A widget that people cannot configure.
public struct StaticConfiguration<Content> {
    private let description: WidgetDescription
}

extension StaticConfiguration: WidgetConfiguration, PrimitiveWidgetConfiguration where Content: View {
    /// Makes a widget of a provider and the view of its entries.
    ///
    /// - Parameters:
    ///   - kind: The name by which the widget is reloaded, published and configured.
    ///   - provider: What it shows, and when.
    ///   - content: Makes the view of an entry.
    public nonisolated init<Provider: TimelineProvider>(
        kind: String, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content
    ) {
        description = WidgetDescription(kind: kind, provider: StaticWidgetProvider(provider, content: content))
    }

    package func describe() -> WidgetDescription? { description }
}
