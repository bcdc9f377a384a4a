/// An outline that is filled or drawn.
///
/// The shapes are the room's own; a shape of a user's own path is not drawn yet.
public protocol Shape: View, Sendable {
    /// The outline in whatever frame the shape gets.
    nonisolated var outline: ShapeOutline { get }
}

/// An outline in a frame; made by the room's shapes only.
public struct ShapeOutline: Hashable, Sendable {
    let value: Outline
}

/// A shape that can be made smaller by a margin.
public protocol InsettableShape: Shape {}

/// The frame itself.
public struct Rectangle: InsettableShape, PrimitiveShape {
    /// Makes a rectangle.
    public nonisolated init() {}

    /// The frame itself.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .rectangle) }
}

/// How corners are rounded; both are drawn as parts of circles.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// Parts of circles.
    case circular
    /// Softer than circles.
    case continuous
}

/// The frame with round corners.
public struct RoundedRectangle: InsettableShape, PrimitiveShape {
    private let radius: Double

    /// Makes a rectangle with corners of a radius in points.
    public nonisolated init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {
        radius = max(cornerRadius.usable ?? 0, 0)
    }

    /// The frame with round corners.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .rounded(radius)) }
}

/// The largest circle in the middle of the frame.
public struct Circle: InsettableShape, PrimitiveShape {
    /// Makes a circle.
    public nonisolated init() {}

    /// The circle.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .circle) }
}

/// The ellipse that touches the frame's sides.
public struct Ellipse: InsettableShape, PrimitiveShape {
    /// Makes an ellipse.
    public nonisolated init() {}

    /// The ellipse.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .ellipse) }
}

/// The frame, its shorter sides being half circles.
public struct Capsule: InsettableShape, PrimitiveShape {
    /// Makes a capsule.
    public nonisolated init(style: RoundedCornerStyle = .continuous) {}

    /// The capsule.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .capsule) }
}

/// The frame with corners that follow the widget's.
public struct ContainerRelativeShape: InsettableShape, PrimitiveShape {
    /// Makes the shape.
    public nonisolated init() {}

    /// The frame with the widget's corners.
    public nonisolated var outline: ShapeOutline { ShapeOutline(value: .containerRelative) }
}

/// A shape of the room, which as a view is filled with the surrounding style.
package protocol PrimitiveShape: Shape, PrimitiveView {}

extension PrimitiveShape {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let paint = ForegroundStyle().paint(in: context.environment)
        return [context.node(ShapeLayout(drawing: .fill(outline.value, paint), name: "\(Self.self)"))]
    }
}
