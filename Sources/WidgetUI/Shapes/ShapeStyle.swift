/// What colours shapes and text.
public protocol ShapeStyle: Sendable {}

/// A style that the room itself knows how to paint.
package protocol PaintStyle: ShapeStyle {
    /// The paint at a place in the tree.
    func paint(in environment: EnvironmentValues) -> Paint
}

extension ShapeStyle {
    /// The paint at a place in the tree; a style of a user's own is the primary colour.
    package func paint(in environment: EnvironmentValues) -> Paint {
        let style = self as? any PaintStyle ?? Color.primary
        return style.paint(in: environment)
    }
}

extension Color: PaintStyle {
    package func paint(in environment: EnvironmentValues) -> Paint {
        .color(value(in: environment.colorScheme))
    }
}

/// The style that surrounds the place.
public struct ForegroundStyle: PaintStyle {
    /// Makes the style.
    public init() {}

    package func paint(in environment: EnvironmentValues) -> Paint {
        environment.foreground is ForegroundStyle
            ? Color.primary.paint(in: environment) : environment.foreground.paint(in: environment)
    }
}

/// The colour behind content.
public struct BackgroundStyle: PaintStyle {
    /// Makes the style.
    public init() {}

    package func paint(in environment: EnvironmentValues) -> Paint {
        Color.background.paint(in: environment)
    }
}

/// The tint of links and gauges.
public struct TintShapeStyle: PaintStyle {
    /// Makes the style.
    public init() {}

    package func paint(in environment: EnvironmentValues) -> Paint {
        environment.tint.paint(in: environment)
    }
}

/// What matters more and what matters less.
public struct HierarchicalShapeStyle: PaintStyle {
    private let color: Color

    /// What matters most.
    public static let primary = Self(color: .primary)
    /// What matters less.
    public static let secondary = Self(color: .secondary)
    /// What matters still less.
    public static let tertiary = Self(color: .tertiary)
    /// What matters least.
    public static let quaternary = Self(color: .quaternary)

    package func paint(in environment: EnvironmentValues) -> Paint { color.paint(in: environment) }
}

/// A veil over what lies behind; a still picture has nothing behind it, so it is a colour.
public struct Material: PaintStyle {
    private let opacity: Double

    /// The thinnest veil.
    public static let ultraThinMaterial = Self(opacity: 0.4)
    /// A thin veil.
    public static let thinMaterial = Self(opacity: 0.55)
    /// A veil.
    public static let regularMaterial = Self(opacity: 0.7)
    /// A thick veil.
    public static let thickMaterial = Self(opacity: 0.85)
    /// The thickest veil.
    public static let ultraThickMaterial = Self(opacity: 0.95)

    package func paint(in environment: EnvironmentValues) -> Paint {
        Color.background.opacity(opacity).paint(in: environment)
    }
}

/// A style whose type is hidden.
public struct AnyShapeStyle: PaintStyle {
    private let style: any ShapeStyle

    /// Hides the type of a style.
    public init(_ style: some ShapeStyle) { self.style = style }

    package func paint(in environment: EnvironmentValues) -> Paint { style.paint(in: environment) }
}

/// A style with its opacity multiplied.
public struct OpacityShapeStyle: PaintStyle {
    let style: any ShapeStyle
    let opacity: Double

    package func paint(in environment: EnvironmentValues) -> Paint {
        style.paint(in: environment).opacity(opacity)
    }
}

extension ShapeStyle {
    /// The style with its opacity multiplied.
    public func opacity(_ opacity: Double) -> some ShapeStyle { OpacityShapeStyle(style: self, opacity: opacity) }
}
