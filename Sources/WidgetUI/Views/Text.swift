public import FoundationEssentials

/// Characters.
public struct Text: Sendable {
    /// Where text that does not fit is cut.
    public enum TruncationMode: Hashable, Sendable {
        /// At the beginning.
        case head
        /// At the end.
        case tail
        /// In the middle.
        case middle
    }

    /// What a piece of text says.
    enum Content: Sendable {
        case string(String)
        case date(Date, DateStyle)
        case interval(Date, Date)
    }

    /// A piece of text of one look.
    struct Piece: Sendable {
        var content: Content
        var style = Style()

        init(_ content: Content) { self.content = content }
    }

    /// How a piece differs from what surrounds it.
    struct Style: Sendable {
        var font: Font?
        var weight: Font.Weight?
        var design: Font.Design?
        var foreground: (any ShapeStyle)?
        var isItalic: Bool?
        var isStruckThrough: Bool?
        var isUnderlined: Bool?
        var hasMonospacedDigits: Bool?
        var kerning: Double?
        var baselineOffset: Double?

        /// What is not said is taken from a style further out.
        func over(_ outer: Style) -> Style {
            Style(
                font: font ?? outer.font, weight: weight ?? outer.weight, design: design ?? outer.design,
                foreground: foreground ?? outer.foreground, isItalic: isItalic ?? outer.isItalic,
                isStruckThrough: isStruckThrough ?? outer.isStruckThrough,
                isUnderlined: isUnderlined ?? outer.isUnderlined,
                hasMonospacedDigits: hasMonospacedDigits ?? outer.hasMonospacedDigits,
                kerning: kerning ?? outer.kerning, baselineOffset: baselineOffset ?? outer.baselineOffset)
        }
    }

    var pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Makes a text of a literal, which may have values in it; there is no table of translations.
    public init(_ key: LocalizedStringKey) { pieces = key.pieces }

    /// Makes a text of a string as it is.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) { pieces = [Piece(.string(String(content)))] }

    /// Makes a text of a string as it is.
    public init(verbatim content: String) { pieces = [Piece(.string(content))] }

    /// Makes a text of a date.
    public init(_ date: Date, style: DateStyle) { pieces = [Piece(.date(date, style))] }

    /// Makes a text of a time of day and another.
    public init(_ dates: ClosedRange<Date>) {
        pieces = [Piece(.interval(dates.lowerBound, dates.upperBound))]
    }

    /// The characters without their look.
    package var string: String { styled(in: EnvironmentValues()).string }

    /// Makes a text of two texts, each with its look.
    public static func + (left: Text, right: Text) -> Text { Text(left.pieces + right.pieces) }
}

extension Text: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let styled = styled(in: context.environment)
        return [context.node(TextLayout(text: styled, isRedacted: context.environment.isRedacted))]
    }

    /// The text with all that decides how it looks.
    func styled(in environment: EnvironmentValues) -> StyledText {
        let runs = pieces.map { piece in
            let style = piece.style.over(environment.textStyle)
            var font = (style.font ?? environment.font ?? .body).resolved
            if let weight = style.weight { font.weight = weight }
            if let design = style.design { font.design = design }
            if style.isItalic == true { font.isItalic = true }
            if style.hasMonospacedDigits == true { font.hasMonospacedDigits = true }
            let paint = (style.foreground ?? environment.foreground).paint(in: environment)
            var run = StyledText.Run(string: piece.content.string(in: environment), font: font, paint: paint)
            run.isStruckThrough = style.isStruckThrough ?? false
            run.isUnderlined = style.isUnderlined ?? false
            run.kerning = style.kerning ?? 0
            run.baselineOffset = style.baselineOffset ?? 0
            return run
        }
        var text = StyledText(runs: runs)
        text.lineLimit = environment.lineLimit.map { max($0, 1) }
        text.alignment = environment.multilineTextAlignment
        text.truncation = environment.truncationMode
        text.minimumScaleFactor = environment.minimumScaleFactor
        text.lineSpacing = environment.lineSpacing
        return text
    }
}

extension Text.Content {
    /// The characters at a place in the tree; dates are relative to the moment for which the picture is drawn.
    func string(in environment: EnvironmentValues) -> String {
        switch self {
        case .string(let string): string
        case .date(let date, let style):
            style.text(of: date, at: environment.date ?? date, zone: environment.timeZone)
        case .interval(let start, let end):
            [start, end].map { Text.DateStyle.time.text(of: $0, at: $0, zone: environment.timeZone) }
                .joined(separator: " – ")
        }
    }
}

/// A text at its place.
struct TextLayout: NodeLayout {
    let text: StyledText
    let isRedacted: Bool

    var name: String { "Text" }

    var altText: AltText? { isRedacted ? .hidden : .label(text.string) }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        pass.text.metrics(of: text, in: proposal).size
    }

    func guide(
        _ id: AlignmentGuide, of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> Double? {
        let metrics = pass.text.metrics(of: text, in: proposal)
        return switch id.place {
        case .firstBaseline: metrics.firstBaseline
        case .lastBaseline: metrics.lastBaseline
        default: nil
        }
    }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) {
        placed.drawing = isRedacted ? .redaction : .text(text)
    }
}

extension Drawing {
    /// What stands in the place of hidden content.
    static let redaction = Drawing.fill(.rounded(4), .color(RGBA(hex: 0x8E8E93).opacity(0.3)))
}
