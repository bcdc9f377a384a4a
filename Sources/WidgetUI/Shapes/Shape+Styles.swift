/// How the line of an outline is drawn.
public struct StrokeStyle: Hashable, Sendable {
    /// Points across the line.
    public var lineWidth: Double

    /// Makes a style of a width in points.
    public init(lineWidth: Double = 1) { self.lineWidth = lineWidth }
}

extension Shape {
    /// The shape filled with a style.
    public nonisolated func fill(_ content: some ShapeStyle = ForegroundStyle()) -> some View {
        StyledShape(name: "\(Self.self)", style: content) { [outline] in .fill(outline.value, $0) }
    }

    /// The shape's outline drawn with a style, half of the line outside of the frame.
    public nonisolated func stroke(_ content: some ShapeStyle, lineWidth: Double = 1) -> some View {
        let width = max(lineWidth.usable ?? 1, 0)
        return StyledShape(name: "\(Self.self)", style: content) { [outline] in
            .stroke(outline.value, $0, lineWidth: width)
        }
    }

    /// The shape's outline drawn with a style, half of the line outside of the frame.
    public nonisolated func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
        stroke(content, lineWidth: style.lineWidth)
    }

    /// The shape's outline drawn with the surrounding style.
    public nonisolated func stroke(lineWidth: Double = 1) -> some View {
        stroke(ForegroundStyle(), lineWidth: lineWidth)
    }
}

extension InsettableShape {
    /// The shape's outline drawn with a style, the whole line inside of the frame.
    public nonisolated func strokeBorder(_ content: some ShapeStyle, lineWidth: Double = 1) -> some View {
        let width = max(lineWidth.usable ?? 1, 0)
        return StyledShape(name: "\(Self.self)", style: content) { [outline] in
            .stroke(.inset(outline.value, width / 2), $0, lineWidth: width)
        }
    }
}

/// A shape with a style of its own.
struct StyledShape {
    let name: String
    let style: any ShapeStyle
    let drawing: @Sendable (Paint) -> Drawing
}

extension StyledShape: PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        [context.node(ShapeLayout(drawing: drawing(style.paint(in: context.environment)), name: name))]
    }
}
