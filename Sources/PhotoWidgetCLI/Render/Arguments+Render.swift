internal import PhotoWidget

/// How the options of drawing are written.
extension Arguments {
    /// The widget's size in points, and the scale where `--size` names one: `800x480`, `715.5x342@2`.
    func drawnSize() throws(UsageError) -> (size: DisplaySize, scale: Double?)? {
        try value(.widgetSize, expected: "WxH in points, or WxH@SCALE, sides up to 16384") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map(Self.side)
            guard parts.count <= 2, sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
            let size = DisplaySize(width: width, height: height)
            guard parts.count == 2 else { return (size, nil) }
            return Self.scale(of: String(parts[1])).map { (size, $0) }
        }
    }

    /// Pixels a point, 2 unless something is said.
    func drawnScale() throws(UsageError) -> Double {
        if let scale = try value(.scale, expected: "a number from 0.25 to 8", Self.scale(of:)) { return scale }
        guard let drawn = try drawnSize() else { return 2 }
        return drawn.scale ?? 1
    }

    /// Light unless something else is said.
    var drawnScheme: ColorScheme { string(.colorScheme).flatMap(ColorScheme.init) ?? .light }

    /// The pictures that are published: each scale in each scheme.
    func publishedVariants() throws(UsageError) -> [PictureVariant] {
        let standard = PictureVariant.standard
        let scales = try value(.scales, expected: "numbers from 0.25 to 8 between commas") { text in
            Self.list(text) { Self.scale(of: $0) }
        }
        let schemes = try value(.colorSchemes, expected: "light, dark or both, between commas") { text in
            Self.list(text, ColorScheme.init)
        }
        guard scales != nil || schemes != nil else { return standard }
        return (schemes ?? ColorScheme.allCases).flatMap { scheme in
            (scales ?? [1, 2]).map { PictureVariant(scale: $0, scheme: scheme) }
        }
    }

    /// The colours of the display, if they are few.
    func palette() throws(UsageError) -> Palette? {
        if has(.palette), has(.depth) { throw .conflict(Option.palette.spelled, Option.depth.spelled) }
        if let depth = string(.depth).flatMap(Int.init) { return Palette(grayDepth: depth) }
        return try value(.palette, expected: "2 to 256 colours, names or RRGGBB, between commas", Palette.init)
    }

    /// Which fonts are used.
    func fontSettings(language: String?) throws(UsageError) -> FontSettings {
        var fonts = FontSettings()
        if let family = string(.font) { fonts.family = family }
        fonts.roundedFamily = string(.roundedFont)
        fonts.language = language
        for text in strings(.lineHeight) {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, let height = parts.last.flatMap(Double.init), height == 0 || 0.5...4 ~= height,
                parts.count == 1 || !parts[0].isEmpty
            else {
                throw .badValue(
                    option: Option.lineHeight.spelled, value: text,
                    expected: "0 or a number of ems from 0.5 to 4, with FAMILY= before it for one font")
            }
            if parts.count == 2 { fonts.lineHeights[parts[0]] = height } else { fonts.lineHeight = height }
        }
        return fonts
    }

    /// The values between commas, each once; `nil` where one is none.
    private static func list<Value: Equatable>(_ text: String, _ read: (String) -> Value?) -> [Value]? {
        var values: [Value] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = read(String(part)) else { return nil }
            if !values.contains(value) { values.append(value) }
        }
        return values
    }

    private static func side(_ text: Substring) -> Double? {
        Double(text).flatMap { (1.0...16_384).contains($0) ? $0 : nil }
    }

    private static func scale(of text: String) -> Double? {
        Double(text).flatMap { (0.25...8).contains($0) ? $0 : nil }
    }
}
