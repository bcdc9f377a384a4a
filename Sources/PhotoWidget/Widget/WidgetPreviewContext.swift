public import WidgetTimeline
public import WidgetUI

/// The widget's shape in which a preview stands.
public struct WidgetPreviewContext: PreviewContext, Equatable, Sendable {
    /// The shape.
    public let family: WidgetFamily

    /// Makes a context of a shape.
    public init(family: WidgetFamily) { self.family = family }
}
