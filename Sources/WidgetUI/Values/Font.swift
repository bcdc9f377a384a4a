/// A typeface.
public struct Font: Hashable, Sendable {
    /// How thick the strokes are.
    public struct Weight: Hashable, Sendable {
        /// The weight as CSS and Pango count it, 100 to 900.
        public let value: Int

        /// 100.
        public static let ultraLight = Weight(value: 100)
        /// 200.
        public static let thin = Weight(value: 200)
        /// 300.
        public static let light = Weight(value: 300)
        /// 400.
        public static let regular = Weight(value: 400)
        /// 500.
        public static let medium = Weight(value: 500)
        /// 600.
        public static let semibold = Weight(value: 600)
        /// 700.
        public static let bold = Weight(value: 700)
        /// 800.
        public static let heavy = Weight(value: 800)
        /// 900.
        public static let black = Weight(value: 900)
    }

    /// The system family's variants.
    public enum Design: Hashable, Sendable {
        /// As is.
        case `default`
        /// With serifs.
        case serif
        /// With round ends.
        case rounded
        /// All characters equally wide.
        case monospaced
    }

    /// What a text is for, from which its size follows.
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        /// 34 points.
        case largeTitle
        /// 28 points.
        case title
        /// 22 points.
        case title2
        /// 20 points.
        case title3
        /// 17 points, semibold.
        case headline
        /// 15 points.
        case subheadline
        /// 17 points.
        case body
        /// 16 points.
        case callout
        /// 13 points.
        case footnote
        /// 12 points.
        case caption
        /// 11 points.
        case caption2

        /// The size in points at the standard setting.
        ///
        /// - Source: Human Interface Guidelines, "Typography", iOS Dynamic Type sizes, Large (default).
        var size: Double {
            switch self {
            case .largeTitle: 34
            case .title: 28
            case .title2: 22
            case .title3: 20
            case .headline, .body: 17
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption: 12
            case .caption2: 11
            }
        }
    }

    /// What the typeface is when nothing of a text's own changes it.
    package var resolved: ResolvedFont

    private init(_ resolved: ResolvedFont) { self.resolved = resolved }

    private static func style(_ style: TextStyle) -> Font { .system(style) }

    /// For large titles.
    public static let largeTitle = style(.largeTitle)
    /// For titles.
    public static let title = style(.title)
    /// For titles of the second rank.
    public static let title2 = style(.title2)
    /// For titles of the third rank.
    public static let title3 = style(.title3)
    /// For headings.
    public static let headline = style(.headline)
    /// For headings of the second rank.
    public static let subheadline = style(.subheadline)
    /// For text.
    public static let body = style(.body)
    /// For text that is set apart.
    public static let callout = style(.callout)
    /// For footnotes.
    public static let footnote = style(.footnote)
    /// For what stands beside pictures.
    public static let caption = style(.caption)
    /// For what stands beside pictures, smaller.
    public static let caption2 = style(.caption2)

    /// The system family at a size in points; a size that is no positive number counts as the body's.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font {
        let size = size > 0 ? size.usable ?? TextStyle.body.size : TextStyle.body.size
        return Font(ResolvedFont(size: size, weight: weight ?? .regular, design: design ?? .default))
    }

    /// The system family for a purpose.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        let standard: Weight = style == .headline ? .semibold : .regular
        return Font(ResolvedFont(size: style.size, weight: weight ?? standard, design: design ?? .default))
    }

    /// A family by its name at a size in points.
    public static func custom(_ name: String, size: Double) -> Font {
        var font = system(size: size)
        font.resolved.family = name
        return font
    }

    /// A family by its name at a size in points; the text size setting is not followed.
    public static func custom(_ name: String, fixedSize: Double) -> Font { custom(name, size: fixedSize) }

    /// A family by its name at a size in points; the style's setting is not followed.
    public static func custom(_ name: String, size: Double, relativeTo textStyle: TextStyle) -> Font {
        custom(name, size: size)
    }

    /// The typeface with thick strokes.
    public func bold() -> Font { weight(.bold) }

    /// The typeface with leaning letters.
    public func italic() -> Font { changed { $0.isItalic = true } }

    /// The typeface with strokes of a weight.
    public func weight(_ weight: Weight) -> Font { changed { $0.weight = weight } }

    /// The typeface with digits that are equally wide.
    public func monospacedDigit() -> Font { changed { $0.hasMonospacedDigits = true } }

    /// The typeface with characters that are equally wide.
    public func monospaced() -> Font { changed { $0.design = .monospaced } }

    private func changed(_ change: (inout ResolvedFont) -> Void) -> Font {
        var font = self
        change(&font.resolved)
        return font
    }
}
