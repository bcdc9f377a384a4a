package import FoundationEssentials
internal import Synchronization
package import WidgetTimeline
package import WidgetUI

/// Draws entries of widgets.
///
/// Fonts are looked for when the first entry is drawn, and kept.
package final class WidgetRenderer: Sendable {
    /// Which fonts are used.
    package let fonts: FontSettings
    private let assets: AssetFolder?
    private let zone: TimeZone
    private let engine = Mutex<TextEngine?>(nil)

    /// Prepares to draw.
    ///
    /// - Parameters:
    ///   - fonts: Which fonts are used.
    ///   - assets: Where named pictures come from; the built-in ones where it has none of a name.
    ///   - zone: The zone of times of day.
    package init(fonts: FontSettings = FontSettings(), assets: AssetFolder? = nil, zone: TimeZone = .current) {
        self.fonts = fonts
        self.assets = assets
        self.zone = zone
    }

    /// Draws an entry, from any thread that is not `async`: its view is evaluated on the main actor.
    ///
    /// - Parameters:
    ///   - entry: What is shown.
    ///   - widget: Whose entry it is.
    ///   - context: The shape, and the size in points.
    ///   - scale: Pixels a point.
    ///   - scheme: Whether the surrounding is light or dark.
    /// - Returns: The picture, and all that belongs to it.
    /// - Throws: Why the entry cannot be drawn.
    package func picture(
        of entry: WidgetEntry, by widget: WidgetDescription, in context: TimelineProviderContext, scale: Double,
        scheme: ColorScheme
    ) throws(RenderError) -> WidgetPicture {
        let text = try textEngine()
        let margins = widget.contentMargins(in: context.family)
        let assets = BuiltInAssets(text: text, scale: scale, folder: assets)
        let zone = zone
        let handed = HandedEntry(value: entry)
        let placed = MainThread.run {
            let evaluated = handed.value.evaluated(
                in: context, scale: scale, scheme: scheme, margins: margins, assets: assets, zone: zone)
            let size = Size(width: context.displaySize.width, height: context.displaySize.height)
            let placed = evaluated.placed(in: size, margins: margins, measuring: text)
            return (placed, Self.ignoredLinks(evaluated.links, in: context.family))
        }
        guard let (placed, findings) = placed else { throw .tooSlow }
        var picture = try placed.picture(scale: scale, text: text)
        picture.findings += findings
        return picture
    }

    /// Draws a view that belongs to no entry, from edge to edge.
    func picture(
        of view: @escaping @MainActor @Sendable () -> any View, size: Size, scale: Double
    ) throws(RenderError) -> WidgetPicture {
        let text = try textEngine()
        let placed = MainThread.run {
            var environment = EnvironmentValues()
            environment.displayScale = scale
            return EvaluatedWidget(view(), environment: environment).placed(in: size, measuring: text)
        }
        guard let placed else { throw .tooSlow }
        return try placed.picture(scale: scale, text: text)
    }

    /// The renderer, with every text forgotten and the fonts kept: what a benchmark draws with.
    package func forgetting() throws(RenderError) -> WidgetRenderer {
        try textEngine().forgetTexts()
        return self
    }

    /// What text is measured and painted with.
    private func textEngine() throws(RenderError) -> TextEngine {
        try engine.withLock { (engine) throws(RenderError) in
            if let engine { return engine }
            let made = try TextEngine(fonts)
            engine = made
            return made
        }
    }

    /// Links in families where an iPhone knows only the address of the whole widget.
    ///
    /// - Source: "Linking to specific app scenes from your widget or Live Activity", Apple.
    @MainActor private static func ignoredLinks(_ links: [URL], in family: WidgetFamily) -> [Finding] {
        switch family {
        case .systemSmall, .accessoryCircular, .accessoryInline:
            links.map { .ignoredLink($0, family: family.rawValue) }
        default: []
        }
    }
}
