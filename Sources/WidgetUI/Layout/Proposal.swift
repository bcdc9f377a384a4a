/// What a parent offers a child: for each side points, infinity, or `nil` for "as you like it".
package struct Proposal: Hashable, Sendable {
    /// Points, infinity, or `nil`.
    package var width: Double?
    /// Points, infinity, or `nil`.
    package var height: Double?

    /// As the child likes it.
    package static let unspecified = Proposal(width: nil, height: nil)

    /// Makes a proposal.
    package init(width: Double?, height: Double?) {
        self.width = width
        self.height = height
    }

    /// Offers a size.
    package init(_ size: Size) {
        self.init(width: size.width, height: size.height)
    }

    /// The proposal as a size, with a number where nothing is proposed.
    func filled(with side: Double) -> Size {
        Size(width: width ?? side, height: height ?? side)
    }

    /// The side along an axis.
    subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

extension Size {
    /// The side along an axis.
    subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

extension Point {
    /// The coordinate along an axis.
    subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? x : y }
        set { if axis == .horizontal { x = newValue } else { y = newValue } }
    }
}
