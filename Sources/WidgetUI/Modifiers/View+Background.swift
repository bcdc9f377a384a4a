/// Views behind and above others; they are offered the view's size and do not change it.
extension View {
    /// The view with another behind it.
    @_disfavoredOverload
    public nonisolated func background(_ background: some View, alignment: Alignment = .center) -> some View {
        SecondaryView(
            content: self, other: background, layout: SecondaryLayout(position: .behind, alignment: alignment))
    }

    /// The view with others behind it.
    public nonisolated func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View)
        -> some View
    {
        background(content(), alignment: alignment)
    }

    /// The view with a style behind it.
    public nonisolated func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> some View
    {
        background(style, in: Rectangle())
    }

    /// The view with a shape of a style behind it.
    public nonisolated func background(_ style: some ShapeStyle, in shape: some Shape) -> some View {
        background(shape.fill(style), alignment: .center)
    }

    /// The view with a shape of the background's colour behind it.
    public nonisolated func background(in shape: some Shape) -> some View {
        background(BackgroundStyle(), in: shape)
    }

    /// The view with another above it.
    @_disfavoredOverload
    public nonisolated func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View {
        SecondaryView(content: self, other: overlay, layout: SecondaryLayout(position: .above, alignment: alignment))
    }

    /// The view with others above it.
    public nonisolated func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View)
        -> some View
    {
        overlay(content(), alignment: alignment)
    }

    /// The view with a style above it.
    public nonisolated func overlay(_ style: some ShapeStyle) -> some View { overlay(style, in: Rectangle()) }

    /// The view with a shape of a style above it.
    public nonisolated func overlay(_ style: some ShapeStyle, in shape: some Shape) -> some View {
        overlay(shape.fill(style), alignment: .center)
    }

    /// The view with a frame round it, the line inside.
    public nonisolated func border(_ content: some ShapeStyle, width: Double = 1) -> some View {
        overlay(Rectangle().strokeBorder(content, lineWidth: width), alignment: .center)
    }
}

/// A view with another behind or above each of its nodes.
struct SecondaryView<Content: View, Other: View> {
    let content: Content
    let other: Other
    let layout: SecondaryLayout
}

extension SecondaryView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        context.nodes(of: content).map { node in
            guard let other = context.node(of: other, alignment: layout.alignment) else { return node }
            return context.node(layout, layout.position == .behind ? [other, node] : [node, other])
        }
    }
}
