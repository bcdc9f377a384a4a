import FoundationEssentials
import PhotoWidget
import WidgetTimeline

extension WidgetDescription {
    /// For what the listings are asked.
    static let medium = TimelineProviderContext(
        family: .systemMedium, displaySize: DisplaySize(width: 338, height: 158))

    func placeholder() -> WidgetEntry { provider.placeholder(in: Self.medium, configuration: InstanceSettings()) }

    func snapshot(_ settings: InstanceSettings = InstanceSettings()) throws -> WidgetEntry {
        try provider.snapshot(
            in: Self.medium, configuration: settings, session: TimelineSession(), now: Date())
    }

    func timeline(_ settings: InstanceSettings = InstanceSettings()) throws -> Timeline<WidgetEntry> {
        try provider.timeline(
            in: Self.medium, configuration: settings, session: TimelineSession(), now: Date()
        ).timeline
    }
}
