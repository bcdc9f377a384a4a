/// One of the places by which views are aligned, along one axis.
package struct AlignmentGuide: Hashable, Sendable {
    /// The places that the room knows; `custom` has an identifier of the user's.
    package enum Place: Hashable, Sendable {
        /// The leading or the top edge.
        case start
        /// The middle.
        case middle
        /// The trailing or the bottom edge.
        case end
        /// The baseline of the first line of text.
        case firstBaseline
        /// The baseline of the last line of text.
        case lastBaseline
        /// A place that a user's type names.
        case custom(ObjectIdentifier)
    }

    /// The place.
    package let place: Place
    /// The axis along which it is a place.
    package let axis: Axis
    private let custom: TypeBox?

    init(_ place: Place, axis: Axis) {
        self.place = place
        self.axis = axis
        custom = nil
    }

    init(_ id: any AlignmentID.Type, axis: Axis) {
        place = .custom(ObjectIdentifier(id))
        self.axis = axis
        custom = TypeBox(type: id)
    }

    /// Where the place is in a view that says nothing else; a view without text has its baseline at its bottom.
    package func standard(in size: Size) -> Double {
        if let custom { return custom.type.defaultValue(in: ViewDimensions(size: size)).usable ?? 0 }
        return switch place {
        case .start: 0
        case .middle: size[axis] / 2
        case .end, .firstBaseline, .lastBaseline, .custom: size[axis]
        }
    }

    /// Whether text says where the place is.
    var isBaseline: Bool { place == .firstBaseline || place == .lastBaseline }

    /// Whether of several children the last one's guide counts.
    var takesLast: Bool { place == .lastBaseline }

    package static func == (left: Self, right: Self) -> Bool {
        left.place == right.place && left.axis == right.axis
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(place)
        hasher.combine(axis)
    }
}

/// A type with static members only, as a value that may be sent.
///
/// Unchecked, since a metatype is immutable; its conformance is the user's and has no isolation.
private struct TypeBox: @unchecked Sendable {
    let type: any AlignmentID.Type
}

/// A view's size, as alignment guides see it.
public struct ViewDimensions: Equatable, Sendable {
    private let size: Size

    init(size: Size) { self.size = size }

    /// Points from the left edge to the right.
    public var width: Double { size.width }
    /// Points from the top edge to the bottom.
    public var height: Double { size.height }

    /// Where a horizontal alignment is in the view, in points from its leading edge.
    public subscript(guide: HorizontalAlignment) -> Double { guide.guide.standard(in: size) }
    /// Where a vertical alignment is in the view, in points from its top edge.
    public subscript(guide: VerticalAlignment) -> Double { guide.guide.standard(in: size) }
}
