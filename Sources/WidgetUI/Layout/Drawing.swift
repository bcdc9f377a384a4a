package import Raster

/// What is painted into a frame.
package enum Drawing: Equatable, Sendable {
    /// An outline filled.
    case fill(Outline, Paint)
    /// An outline drawn, the line's middle on it, so many points wide.
    case stroke(Outline, Paint, lineWidth: Double)
    /// Text, broken into lines in the frame's width.
    case text(StyledText)
    /// A picture stretched to the frame.
    case image(ImageDrawing)
}

/// A shape in a frame.
package enum Outline: Hashable, Sendable {
    /// The frame itself.
    case rectangle
    /// The frame with corners rounded by a radius in points, at most half the shorter side.
    case rounded(Double)
    /// The largest circle in the middle of the frame.
    case circle
    /// The ellipse that touches the frame's sides.
    case ellipse
    /// The frame, its shorter sides being half circles.
    case capsule
    /// The frame with the corners of the widget, less its distance from the widget's edge.
    case containerRelative
    /// A part of a circle's line round the middle of the frame, for gauges; in turns clockwise from the top.
    case arc(from: Double, to: Double)
    /// The outline less a margin at each side, in points.
    indirect case inset(Outline, Double)
}

/// What colours an outline or text.
package enum Paint: Hashable, Sendable {
    /// One colour.
    case color(RGBA)
    /// Colours along a line between two places of the frame.
    case linear([ColorStop], from: UnitPoint, to: UnitPoint)
    /// Colours round a place of the frame, from one radius in points to another.
    case radial([ColorStop], center: UnitPoint, from: Double, to: Double)

    /// The paint with its opacity multiplied.
    package func opacity(_ factor: Double) -> Paint {
        switch self {
        case .color(let color): .color(color.opacity(factor))
        case .linear(let stops, let from, let to): .linear(stops.map { $0.opacity(factor) }, from: from, to: to)
        case .radial(let stops, let center, let from, let to):
            .radial(stops.map { $0.opacity(factor) }, center: center, from: from, to: to)
        }
    }
}

/// A colour at a place of a gradient.
package struct ColorStop: Hashable, Sendable {
    /// The colour.
    package let color: RGBA
    /// The place, 0 at the gradient's start and 1 at its end.
    package let location: Double

    /// Makes a stop.
    package init(color: RGBA, location: Double) {
        self.color = color
        self.location = location
    }

    func opacity(_ factor: Double) -> ColorStop {
        ColorStop(color: color.opacity(factor), location: location)
    }
}

/// A colour of sRGB, each part 0 to 1, alpha straight.
package struct RGBA: Hashable, Sendable {
    /// The red part.
    package let red: Double
    /// The green part.
    package let green: Double
    /// The blue part.
    package let blue: Double
    /// How much is covered.
    package let alpha: Double

    /// Makes a colour; what lies outside 0 to 1 is cut off, what is no number becomes 0.
    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func part(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
        self.red = part(red)
        self.green = part(green)
        self.blue = part(blue)
        self.alpha = part(alpha)
    }

    /// Makes a colour of `0xRRGGBB`.
    package init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    /// The colour with its alpha multiplied.
    package func opacity(_ factor: Double) -> RGBA {
        RGBA(red: red, green: green, blue: blue, alpha: alpha * factor)
    }
}

/// A picture as it is to be painted.
package struct ImageDrawing: Equatable, Sendable {
    /// The pixels.
    package let bitmap: Bitmap
    /// How the pixels are sampled where the frame asks for more or fewer.
    package let interpolation: Image.Interpolation
    /// Where not `nil`, only the picture's alpha counts, and this is its colour.
    package let tint: Paint?

    /// Makes a picture in its own colours, or in one.
    package init(bitmap: Bitmap, interpolation: Image.Interpolation = .high, tint: Paint? = nil) {
        self.bitmap = bitmap
        self.interpolation = interpolation
        self.tint = tint
    }
}
