/// Modifiers of a text that leave it a text, so that it can still be joined with others; what is set first stays.
extension Text {
    /// The text in a typeface.
    public func font(_ font: Font?) -> Text { styled { $0.font = $0.font ?? font } }

    /// The text in a colour.
    public func foregroundColor(_ color: Color?) -> Text {
        styled { $0.foreground = $0.foreground ?? color }
    }

    /// The text in a style.
    public func foregroundStyle(_ style: some ShapeStyle) -> Text {
        styled { $0.foreground = $0.foreground ?? style }
    }

    /// The text with strokes of a weight.
    public func fontWeight(_ weight: Font.Weight?) -> Text { styled { $0.weight = $0.weight ?? weight } }

    /// The text in a variant of its family.
    public func fontDesign(_ design: Font.Design?) -> Text { styled { $0.design = $0.design ?? design } }

    /// The text with thick strokes.
    public func bold() -> Text { fontWeight(.bold) }

    /// The text with thick strokes where asked for.
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }

    /// The text with leaning letters.
    public func italic() -> Text { styled { $0.isItalic = $0.isItalic ?? true } }

    /// The text with leaning letters where asked for.
    public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }

    /// The text with a line through it, in the text's colour.
    public func strikethrough(_ active: Bool = true, color: Color? = nil) -> Text {
        styled { $0.isStruckThrough = $0.isStruckThrough ?? active }
    }

    /// The text with a line under it, in the text's colour.
    public func underline(_ active: Bool = true, color: Color? = nil) -> Text {
        styled { $0.isUnderlined = $0.isUnderlined ?? active }
    }

    /// The text with digits that are equally wide.
    public func monospacedDigit() -> Text { styled { $0.hasMonospacedDigits = $0.hasMonospacedDigits ?? true } }

    /// The text with points added between characters.
    public func kerning(_ kerning: Double) -> Text { styled { $0.kerning = $0.kerning ?? kerning.usable } }

    /// The text with points added between characters.
    public func tracking(_ tracking: Double) -> Text { kerning(tracking) }

    /// The text raised by points.
    public func baselineOffset(_ offset: Double) -> Text {
        styled { $0.baselineOffset = $0.baselineOffset ?? offset.usable }
    }

    private func styled(_ change: (inout Style) -> Void) -> Text {
        var text = self
        for index in text.pieces.indices { change(&text.pieces[index].style) }
        return text
    }
}
