/// Which fonts stand in for those of an iPhone, and how far their lines stand apart.
package struct FontSettings: Hashable, Sendable {
    /// The family of the system font; by default what fontconfig gives for `sans-serif`.
    package var family = "sans-serif"
    /// The family of `design: .rounded`; `nil` is the system font's.
    package var roundedFamily: String?
    /// The family of `design: .serif`.
    package var serifFamily = "serif"
    /// The family of `design: .monospaced`.
    package var monospacedFamily = "monospace"
    /// From one line of the system font to the next, in ems; `nil` is what the fonts say.
    ///
    /// By default an iPhone's, whatever fonts a line is made of, so that pages made for one keep their heights: lines of
    /// Noto Sans CJK would be 1.45 ems high.
    ///
    /// - Source: SF Pro's ascender and descender, 0.952 and 0.241 ems.
    package var lineHeight: Double? = 1.193
    /// The same for families that a widget names, by name; those that are not here say it themselves.
    package var lineHeights: [String: Double] = [:]
    /// The language that decides between the glyphs of one character, as "ja"; `nil` is the locale's.
    package var language: String?

    /// Takes the defaults.
    package init() {}

    /// The family and the line's height in ems for a typeface; 0 for what the family says.
    func choice(for font: ResolvedFont) -> (family: String, lineHeight: Double) {
        if let family = font.family { return (family, lineHeights[family] ?? 0) }
        let family =
            switch font.design {
            case .default: family
            case .rounded: roundedFamily ?? family
            case .serif: serifFamily
            case .monospaced: monospacedFamily
            }
        return (family, lineHeights[family] ?? lineHeight ?? 0)
    }
}
