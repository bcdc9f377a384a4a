/// The one place where numbers of a view enter the room: every public initializer and modifier takes its numbers through
/// it, so that sums and products of a layout stay finite, and nothing that a computation hands over stops a program.
extension Double {
    /// How far from 0 a number of a view may lie, in points: beyond every display, and exact to a millionth of a point.
    static let farthest = 1e9

    /// The number as a layout takes it, at most ``farthest`` from 0; `nil` where it is infinite or not a number.
    var usable: Double? { isFinite ? withinReach : nil }

    /// The number cut to ``farthest`` from 0 where it is finite; infinity, which a layout asks with, stays.
    var withinReach: Double { isFinite ? min(max(self, -Self.farthest), Self.farthest) : self }

    /// How far from 0 a number of pixels may lie: Cairo counts in 24 bits, and no surface is longer than 14 of them.
    static let farthestPixel = 1e6

    /// The number as a painter takes it, in pixels; 0 where it is not a number.
    var paintable: Double { isNaN ? 0 : min(max(self, -Self.farthestPixel), Self.farthestPixel) }
}

extension Size {
    /// The size as a layout takes it: neither negative nor beyond what a layout counts; a side that is not a number is 0.
    var usable: Size { Size(width: max(width.usable ?? 0, 0), height: max(height.usable ?? 0, 0)) }
}

extension EdgeInsets {
    /// The insets as a layout takes them; a side that is not a number is 0.
    var usable: EdgeInsets {
        EdgeInsets(
            top: top.usable ?? 0, leading: leading.usable ?? 0, bottom: bottom.usable ?? 0,
            trailing: trailing.usable ?? 0)
    }
}

extension UnitPoint {
    /// The place as a painter takes it; a coordinate that is not a number is 0.
    var usable: UnitPoint { UnitPoint(x: x.usable ?? 0, y: y.usable ?? 0) }
}
