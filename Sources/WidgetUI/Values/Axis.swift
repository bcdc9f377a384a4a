/// A direction in the plane.
public enum Axis: Int8, CaseIterable, Hashable, Sendable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical

    /// The other one.
    var crossing: Axis { self == .horizontal ? .vertical : .horizontal }

    /// Several directions.
    public struct Set: OptionSet, Hashable, Sendable {
        /// A bit for each direction.
        public let rawValue: Int8

        /// Makes a set of bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// From left to right.
        public static let horizontal = Set(rawValue: 1)
        /// From top to bottom.
        public static let vertical = Set(rawValue: 2)
    }
}
