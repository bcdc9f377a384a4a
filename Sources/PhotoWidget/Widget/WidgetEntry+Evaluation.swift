package import FoundationEssentials
package import WidgetTimeline
package import WidgetUI

extension WidgetEntry {
    /// Evaluates the entry's view once.
    ///
    /// - Parameters:
    ///   - context: The shape and the size.
    ///   - scale: Pixels a point.
    ///   - scheme: Whether the surrounding is light or dark.
    ///   - margins: What is left free round the content, see ``WidgetDescription/contentMargins(in:)``.
    ///   - assets: Where named pictures come from.
    ///   - zone: The zone of times of day.
    /// - Returns: What is to be laid out, and what was found on the way.
    @MainActor package func evaluated(
        in context: TimelineProviderContext, scale: Double = 1, scheme: ColorScheme = .light,
        margins: EdgeInsets = EdgeInsets(), assets: any AssetSource = NoAssets(), zone: TimeZone = .current
    ) -> EvaluatedWidget {
        var environment = EnvironmentValues()
        environment.displayScale = scale
        environment.colorScheme = scheme
        environment.widgetFamily = context.family
        environment.widgetContentMargins = margins
        environment.date = date
        environment.timeZone = zone
        return EvaluatedWidget(view(), environment: environment, assets: assets)
    }
}

extension WidgetDescription {
    /// What a container background leaves free round the content: 16 points, none in a lock screen's shapes or where
    /// the configuration disables it.
    package func contentMargins(in family: WidgetFamily) -> EdgeInsets {
        guard !contentMarginsDisabled, WidgetFamily.system.contains(family) else { return EdgeInsets() }
        return EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    }
}
