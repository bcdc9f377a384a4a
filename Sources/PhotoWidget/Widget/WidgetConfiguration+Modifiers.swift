public import WidgetTimeline
public import WidgetUI

/// What a configuration says of its widget.
extension WidgetConfiguration {
    /// The widget with a name for people.
    public nonisolated func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration {
        ChangedConfiguration(content: self) { $0.displayName = displayName.string }
    }

    /// The widget with a name for people.
    public nonisolated func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration {
        configurationDisplayName(Text(displayNameKey))
    }

    /// The widget with a name for people.
    @_disfavoredOverload
    public nonisolated func configurationDisplayName(_ displayName: some StringProtocol) -> some WidgetConfiguration {
        configurationDisplayName(Text(displayName))
    }

    /// The widget with a sentence that says what it is for.
    public nonisolated func description(_ description: Text) -> some WidgetConfiguration {
        ChangedConfiguration(content: self) { $0.description = description.string }
    }

    /// The widget with a sentence that says what it is for.
    public nonisolated func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration {
        description(Text(descriptionKey))
    }

    /// The widget with a sentence that says what it is for.
    @_disfavoredOverload
    public nonisolated func description(_ description: some StringProtocol) -> some WidgetConfiguration {
        self.description(Text(description))
    }

    /// The widget in some shapes only, all system shapes by default; another is refused.
    public nonisolated func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
        ChangedConfiguration(content: self) { $0.supportedFamilies = families }
    }

    /// The widget with content that reaches to its edges.
    public nonisolated func contentMarginsDisabled() -> some WidgetConfiguration {
        ChangedConfiguration(content: self) { $0.contentMarginsDisabled = true }
    }

    /// The widget; whether its background may be left out is for places that do so.
    public nonisolated func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration {
        self
    }
}

/// A configuration of which something more is said.
struct ChangedConfiguration<Content: WidgetConfiguration> {
    let content: Content
    let change: (inout WidgetDescription) -> Void
}

extension ChangedConfiguration: WidgetConfiguration, PrimitiveWidgetConfiguration {
    func describe() -> WidgetDescription? {
        guard var description = content.described else { return nil }
        change(&description)
        return description
    }
}
