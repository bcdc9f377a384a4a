/// Text with all that decides how it looks.
package struct StyledText: Hashable, Sendable {
    /// A stretch of text of one look.
    package struct Run: Hashable, Sendable {
        /// The characters; line feeds break lines.
        package var string: String
        /// The typeface.
        package var font: ResolvedFont
        /// What colours it.
        package var paint: Paint
        /// Whether a line runs through it.
        package var isStruckThrough = false
        /// Whether a line runs under it.
        package var isUnderlined = false
        /// Points added between characters.
        package var kerning = 0.0
        /// Points by which the characters are raised.
        package var baselineOffset = 0.0

        /// Makes a stretch without lines through or under it.
        package init(string: String, font: ResolvedFont, paint: Paint) {
            self.string = string
            self.font = font
            self.paint = paint
        }
    }

    /// The stretches in their order.
    package var runs: [Run]
    /// How many lines there may be, at least 1; `nil` for as many as fit.
    package var lineLimit: Int?
    /// Where short lines stand in the frame.
    package var alignment = TextAlignment.leading
    /// Where text that does not fit is cut.
    package var truncation = Text.TruncationMode.tail
    /// How far text may shrink before it is cut, 0 to 1.
    package var minimumScaleFactor = 1.0
    /// Points added between lines.
    package var lineSpacing = 0.0

    /// Makes a text of stretches, as many lines as fit.
    package init(runs: [Run]) { self.runs = runs }

    /// All characters.
    package var string: String { runs.map(\.string).joined() }
}

/// A typeface by its properties; which file it is, whoever draws decides.
package struct ResolvedFont: Hashable, Sendable {
    /// A family's name, `nil` for the system's.
    package var family: String?
    /// Points from one line's baseline to the next, without leading: the em.
    package var size: Double
    /// How thick the strokes are.
    package var weight = Font.Weight.regular
    /// The system family's variant.
    package var design = Font.Design.default
    /// Whether the letters lean.
    package var isItalic = false
    /// Whether all digits are equally wide.
    package var hasMonospacedDigits = false

    /// Makes a typeface of the system's family.
    package init(size: Double, weight: Font.Weight = .regular, design: Font.Design = .default) {
        self.size = size
        self.weight = weight
        self.design = design
    }
}
