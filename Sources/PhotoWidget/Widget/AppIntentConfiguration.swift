public import WidgetTimeline
public import WidgetUI

/// A widget that people configure by an app intent, one for each instance.
public struct AppIntentConfiguration<Intent, Content> {
    private let description: WidgetDescription
}

extension AppIntentConfiguration: WidgetConfiguration, PrimitiveWidgetConfiguration
where Intent: WidgetConfigurationIntent, Content: View {
    /// Makes a widget of an intent, a provider and the view of its entries.
    ///
    /// The intent is made anew for each question and gets the settings of its instance, see ``AppIntent``.
    ///
    /// - Parameters:
    ///   - kind: The name by which the widget is reloaded, published and configured.
    ///   - intent: What people configure.
    ///   - provider: What the widget shows, and when.
    ///   - content: Makes the view of an entry.
    public nonisolated init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider,
        @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {
        let provider = AppIntentWidgetProvider(
            provider, intent: { settings throws(TimelineError) in try Intent.make(of: settings) }, content: content)
        description = WidgetDescription(kind: kind, provider: provider)
    }

    package func describe() -> WidgetDescription? { description }
}
