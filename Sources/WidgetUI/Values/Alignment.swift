/// A name of an alignment, with the place that it means in a view which says nothing else.
public protocol AlignmentID {
    /// The place in a view, in points from its leading or top edge.
    static func defaultValue(in context: ViewDimensions) -> Double
}

/// A place along the horizontal axis by which views are aligned.
public struct HorizontalAlignment: Hashable, Sendable {
    package let guide: AlignmentGuide

    /// Makes an alignment of one's own.
    public init(_ id: any AlignmentID.Type) {
        guide = AlignmentGuide(id, axis: .horizontal)
    }

    private init(_ place: AlignmentGuide.Place) {
        guide = AlignmentGuide(place, axis: .horizontal)
    }

    /// The left edges.
    public static let leading = Self(.start)
    /// The middles.
    public static let center = Self(.middle)
    /// The right edges.
    public static let trailing = Self(.end)
}

/// A place along the vertical axis by which views are aligned.
public struct VerticalAlignment: Hashable, Sendable {
    package let guide: AlignmentGuide

    /// Makes an alignment of one's own.
    public init(_ id: any AlignmentID.Type) {
        guide = AlignmentGuide(id, axis: .vertical)
    }

    private init(_ place: AlignmentGuide.Place) {
        guide = AlignmentGuide(place, axis: .vertical)
    }

    /// The top edges.
    public static let top = Self(.start)
    /// The middles.
    public static let center = Self(.middle)
    /// The bottom edges.
    public static let bottom = Self(.end)
    /// The baselines of the first lines of text.
    public static let firstTextBaseline = Self(.firstBaseline)
    /// The baselines of the last lines of text.
    public static let lastTextBaseline = Self(.lastBaseline)
}

/// A place by which views are aligned along both axes.
public struct Alignment: Hashable, Sendable {
    /// The place along the horizontal axis.
    public var horizontal: HorizontalAlignment
    /// The place along the vertical axis.
    public var vertical: VerticalAlignment

    /// Makes an alignment of one along each axis.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The middles.
    public static let center = Self(horizontal: .center, vertical: .center)
    /// The left edges, in the middle of the height.
    public static let leading = Self(horizontal: .leading, vertical: .center)
    /// The right edges, in the middle of the height.
    public static let trailing = Self(horizontal: .trailing, vertical: .center)
    /// The top edges, in the middle of the width.
    public static let top = Self(horizontal: .center, vertical: .top)
    /// The bottom edges, in the middle of the width.
    public static let bottom = Self(horizontal: .center, vertical: .bottom)
    /// The top-left corners.
    public static let topLeading = Self(horizontal: .leading, vertical: .top)
    /// The top-right corners.
    public static let topTrailing = Self(horizontal: .trailing, vertical: .top)
    /// The bottom-left corners.
    public static let bottomLeading = Self(horizontal: .leading, vertical: .bottom)
    /// The bottom-right corners.
    public static let bottomTrailing = Self(horizontal: .trailing, vertical: .bottom)
}
