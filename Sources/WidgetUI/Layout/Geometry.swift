/// A width and a height in points.
///
/// It stands where SwiftUI has `CGSize`, which is not in FoundationEssentials.
public struct Size: Hashable, Sendable {
    /// Points from the left edge to the right.
    public var width: Double
    /// Points from the top edge to the bottom.
    public var height: Double

    /// Nothing.
    public static let zero = Size(width: 0, height: 0)

    /// Makes a size of points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A place in points, counted from the top-left corner.
public struct Point: Hashable, Sendable {
    /// Points to the right.
    public var x: Double
    /// Points downwards.
    public var y: Double

    /// The top-left corner.
    public static let zero = Point(x: 0, y: 0)

    /// Makes a place.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
}

/// A rectangle in points.
public struct Rect: Hashable, Sendable {
    /// The top-left corner.
    public var origin: Point
    /// Width and height.
    public var size: Size

    /// Makes a rectangle of a corner and a size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle of its numbers.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge.
    public var minX: Double { origin.x }
    /// The top edge.
    public var minY: Double { origin.y }
    /// The right edge.
    public var maxX: Double { origin.x + size.width }
    /// The bottom edge.
    public var maxY: Double { origin.y + size.height }
    /// Points from the left edge to the right.
    public var width: Double { size.width }
    /// Points from the top edge to the bottom.
    public var height: Double { size.height }

    /// Whether a place lies in the rectangle; the right and the bottom edge do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// What two rectangles share, `nil` where that has no area.
    package func intersection(_ other: Rect) -> Rect? {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right > left, bottom > top else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The rectangle less a margin on each side, never less than nothing.
    package func inset(by insets: EdgeInsets) -> Rect {
        Rect(
            x: minX + insets.leading, y: minY + insets.top,
            width: max(width - insets.leading - insets.trailing, 0),
            height: max(height - insets.top - insets.bottom, 0))
    }
}
