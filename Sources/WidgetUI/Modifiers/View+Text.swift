/// How the texts in a view look; what is set further in stays.
extension View {
    /// The view with a typeface for its texts.
    public nonisolated func font(_ font: Font?) -> some View { EnvironmentView(content: self) { $0.font = font } }

    /// The view with strokes of a weight in its texts.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View {
        EnvironmentView(content: self) { $0.textStyle.weight = weight }
    }

    /// The view with a variant of the family in its texts.
    public nonisolated func fontDesign(_ design: Font.Design?) -> some View {
        EnvironmentView(content: self) { $0.textStyle.design = design }
    }

    /// The view with thick strokes in its texts.
    public nonisolated func bold(_ isActive: Bool = true) -> some View {
        EnvironmentView(content: self) { $0.textStyle.weight = isActive ? .bold : nil }
    }

    /// The view with leaning letters in its texts.
    public nonisolated func italic(_ isActive: Bool = true) -> some View {
        EnvironmentView(content: self) { $0.textStyle.isItalic = isActive }
    }

    /// The view with a line through its texts.
    public nonisolated func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
        EnvironmentView(content: self) { $0.textStyle.isStruckThrough = isActive }
    }

    /// The view with a line under its texts.
    public nonisolated func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
        EnvironmentView(content: self) { $0.textStyle.isUnderlined = isActive }
    }

    /// The view with digits that are equally wide.
    public nonisolated func monospacedDigit() -> some View {
        EnvironmentView(content: self) { $0.textStyle.hasMonospacedDigits = true }
    }

    /// The view with points added between the characters of its texts.
    public nonisolated func kerning(_ kerning: Double) -> some View {
        EnvironmentView(content: self) { $0.textStyle.kerning = kerning.usable }
    }

    /// The view with points added between the characters of its texts.
    public nonisolated func tracking(_ tracking: Double) -> some View { kerning(tracking) }

    /// The view with a most number of lines for each text, at least 1; `nil` for as many as fit.
    public nonisolated func lineLimit(_ number: Int?) -> some View {
        EnvironmentView(content: self) { $0.lineLimit = number }
    }

    /// The view with points added between the lines of its texts.
    public nonisolated func lineSpacing(_ lineSpacing: Double) -> some View {
        EnvironmentView(content: self) { $0.lineSpacing = max(lineSpacing.usable ?? 0, 0) }
    }

    /// The view with texts that may shrink to a part of their size, 0 to 1, before they are cut.
    public nonisolated func minimumScaleFactor(_ factor: Double) -> some View {
        EnvironmentView(content: self) { $0.minimumScaleFactor = min(max(factor.usable ?? 1, 0.01), 1) }
    }

    /// The view with the short lines of its texts in a place.
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        EnvironmentView(content: self) { $0.multilineTextAlignment = alignment }
    }

    /// The view with texts that are cut in a place.
    public nonisolated func truncationMode(_ mode: Text.TruncationMode) -> some View {
        EnvironmentView(content: self) { $0.truncationMode = mode }
    }
}
