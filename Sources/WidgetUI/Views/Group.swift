/// Several views under one name, which flatten into their parent.
public struct Group<Content> {
    private let content: Content
}

extension Group: View, PrimitiveView where Content: View {
    /// Groups views; a modifier of the group is one of each.
    public nonisolated init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] { context.nodes(of: content) }
}
