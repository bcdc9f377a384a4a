/// A side of a rectangle.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    /// The upper side.
    case top
    /// The side where a line of text begins: the left one.
    case leading
    /// The lower side.
    case bottom
    /// The side where a line of text ends: the right one.
    case trailing

    /// Several sides.
    public struct Set: OptionSet, Hashable, Sendable {
        /// A bit for each side.
        public let rawValue: Int8

        /// Makes a set of bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// Makes a set of one side.
        public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

        /// The upper side.
        public static let top = Set(.top)
        /// The left side.
        public static let leading = Set(.leading)
        /// The lower side.
        public static let bottom = Set(.bottom)
        /// The right side.
        public static let trailing = Set(.trailing)
        /// Left and right.
        public static let horizontal: Set = [.leading, .trailing]
        /// Top and bottom.
        public static let vertical: Set = [.top, .bottom]
        /// All four sides.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// What is left free at each side, in points.
public struct EdgeInsets: Hashable, Sendable {
    /// Points at the upper side.
    public var top: Double
    /// Points at the left side.
    public var leading: Double
    /// Points at the lower side.
    public var bottom: Double
    /// Points at the right side.
    public var trailing: Double

    /// Makes insets of points; none by default.
    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// The same points at some sides, none at the others.
    init(_ edges: Edge.Set, _ length: Double) {
        self.init(
            top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0)
    }
}
