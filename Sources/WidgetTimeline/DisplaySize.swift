/// A widget's width and height in points.
///
/// It stands where WidgetKit has `CGSize`, which is not in FoundationEssentials.
public struct DisplaySize: Codable, Hashable, Sendable {
    /// Points from the left edge to the right.
    public var width: Double
    /// Points from the top edge to the bottom.
    public var height: Double

    /// Makes a size of points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
