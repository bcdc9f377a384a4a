/// For what a provider is asked.
public struct TimelineProviderContext: Equatable, Sendable {
    /// The shape of the widget.
    public let family: WidgetFamily
    /// Whether the answer is for a gallery: quick, sample data rather than the network.
    public let isPreview: Bool
    /// The widget's size in points.
    public let displaySize: DisplaySize

    /// Makes a context.
    public init(family: WidgetFamily, isPreview: Bool = false, displaySize: DisplaySize) {
        self.family = family
        self.isPreview = isPreview
        self.displaySize = displaySize
    }
}
