/// Views side by side, from left to right.
public struct HStack<Content> {
    private let layout: StackSettings<VerticalAlignment>
    private let content: Content
}

/// Views below each other, from top to bottom.
public struct VStack<Content> {
    private let layout: StackSettings<HorizontalAlignment>
    private let content: Content
}

/// Views above each other, the last in front.
public struct ZStack<Content> {
    private let alignment: Alignment
    private let content: Content
}

private struct StackSettings<Alignment> {
    let alignment: Alignment
    let spacing: Double?
}

extension HStack: View, PrimitiveView where Content: View {
    /// Puts views side by side.
    ///
    /// - Parameters:
    ///   - alignment: By what the views are aligned across the stack.
    ///   - spacing: Points between two views; by default 8, and 0 beside a spacer.
    ///   - content: The views.
    public nonisolated init(
        alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        layout = StackSettings(alignment: alignment, spacing: spacing)
        self.content = content()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        let layout = StackLayout(
            axis: .horizontal, alignment: layout.alignment.guide, spacing: layout.spacing?.usable)
        return [context.node(layout, context.nodes(of: content) { $0.stackAxis = .horizontal })]
    }
}

extension VStack: View, PrimitiveView where Content: View {
    /// Puts views below each other.
    ///
    /// - Parameters:
    ///   - alignment: By what the views are aligned across the stack.
    ///   - spacing: Points between two views; by default 8, and 0 beside a spacer.
    ///   - content: The views.
    public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        layout = StackSettings(alignment: alignment, spacing: spacing)
        self.content = content()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        let layout = StackLayout(axis: .vertical, alignment: layout.alignment.guide, spacing: layout.spacing?.usable)
        return [context.node(layout, context.nodes(of: content) { $0.stackAxis = .vertical })]
    }
}

extension ZStack: View, PrimitiveView where Content: View {
    /// Puts views above each other.
    public nonisolated init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        [context.node(OverlayLayout(alignment: alignment), context.nodes(of: content) { $0.stackAxis = nil })]
    }
}
