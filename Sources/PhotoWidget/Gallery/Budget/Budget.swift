package import FoundationEssentials
internal import WidgetTimeline
internal import WidgetUI

/// The budget widget: what is left this month, and two links to add to it.
package enum Budget {
    /// The kind by which it is reloaded and published.
    package static let kind = "budget"

    /// Describes the widget, which reads the shared store below a state directory.
    package static func description(
        stateDirectory: String, language: String, now: @escaping @Sendable () -> Date
    ) -> WidgetDescription {
        let provider = BudgetProvider(stateDirectory: stateDirectory, language: language, now: now)
        var description = WidgetDescription(
            kind: kind,
            provider: IntentWidgetProvider(provider) { (settings) throws(TimelineError) in
                try TimelineError.wrapping {
                    .init(place: try place(in: settings), language: settings.string("language"))
                }
            } content: {
                BudgetView(entry: $0)
            })
        description.displayName = "우리"
        description.description = "What is left of the budget, and where to add to it."
        description.supportedFamilies = [.systemMedium]
        description.settings =
            SharedKey.settings + [SettingRule("language", .text, "by whose rules money is written, as ko or en")]
        description.watches = { settings in [try? place(in: settings)].compactMap(\.self) }
        return description
    }

    private static func place(in settings: InstanceSettings) throws -> SharedKey {
        try SharedKey(settings, standard: "group.woori.homeWidget", "WooriWidgetKey")
    }
}
