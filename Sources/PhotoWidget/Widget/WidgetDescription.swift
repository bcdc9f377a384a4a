package import WidgetTimeline

/// A widget as the engine runs it: what its configuration says of it, and its provider.
package struct WidgetDescription: Sendable {
    /// The name by which it is reloaded, published and configured.
    package var kind: String
    /// What people call it.
    package var displayName = ""
    /// What it is for, in a sentence for people.
    package var description = ""
    /// The shapes that it can take.
    package var supportedFamilies = WidgetFamily.system
    /// Whether its content reaches to the widget's edges.
    package var contentMarginsDisabled = false
    /// What may be set for an instance; `nil` if that is not known, as for an intent of a widget written for iPhone.
    package var settings: [SettingRule]?
    /// The keys of the shared store of which an instance shows something: a change there brings a new timeline.
    package var watches: @Sendable (InstanceSettings) -> [SharedKey] = { _ in [] }
    /// What it shows, and when.
    package var provider: any WidgetProvider

    /// Describes a widget of a kind by its provider; the rest is WidgetKit's default.
    package init(kind: String, provider: any WidgetProvider) {
        self.kind = kind
        self.provider = provider
    }
}
