internal import Glibc

/// A colour: a value, a style, and a view that fills what it is offered.
public struct Color: Hashable, Sendable {
    /// The colour where the surrounding is light.
    let light: RGBA
    /// The colour where the surrounding is dark.
    let dark: RGBA

    init(light: RGBA, dark: RGBA) {
        self.light = light
        self.dark = dark
    }

    init(_ value: RGBA) { self.init(light: value, dark: value) }

    /// How the numbers of a colour are meant; all are drawn as sRGB.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The web's colours.
        case sRGB
        /// The web's primaries, linear.
        case sRGBLinear
        /// A wider space; its colours are drawn as if they were sRGB's.
        case displayP3
    }

    /// Makes a colour of its parts, 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.init(.sRGB, red: red, green: green, blue: blue, opacity: opacity)
    }

    /// Makes a colour of its parts, 0 to 1, in a colour space.
    public init(_ colorSpace: RGBColorSpace, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        let isLinear = colorSpace == .sRGBLinear
        func part(_ value: Double) -> Double { isLinear ? Self.encoded(value) : value }
        self.init(RGBA(red: part(red), green: part(green), blue: part(blue), alpha: opacity))
    }

    /// Makes a shade of gray, 0 black to 1 white.
    public init(white: Double, opacity: Double = 1) {
        self.init(.sRGB, white: white, opacity: opacity)
    }

    /// Makes a shade of gray, 0 black to 1 white, in a colour space.
    public init(_ colorSpace: RGBColorSpace, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    /// Makes a colour of hue, saturation and brightness, each 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let turn = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        func part(_ shift: Double) -> Double {
            let place = (turn + shift).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(.sRGB, red: part(5), green: part(3), blue: part(1), opacity: opacity)
    }

    /// The colour with its opacity multiplied.
    public func opacity(_ opacity: Double) -> Color {
        Color(light: light.opacity(opacity), dark: dark.opacity(opacity))
    }

    /// The colour in a scheme.
    package func value(in scheme: ColorScheme) -> RGBA { scheme == .dark ? dark : light }

    /// The sRGB transfer curve.
    ///
    /// - Source: IEC 61966-2-1.
    private static func encoded(_ value: Double) -> Double {
        value <= 0.003_130_8 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
}

extension Color: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        [context.node(ShapeLayout(drawing: .fill(.rectangle, paint(in: context.environment)), name: "Color"))]
    }
}
