/// Several views, which flatten into their parent.
public struct TupleView<each Content: View> {
    /// The views.
    public let value: (repeat each Content)

    /// Takes views in their order.
    nonisolated init(_ content: repeat each Content) {
        value = (repeat each content)
    }
}

extension TupleView: View, PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        var nodes: [ViewNode] = []
        for view in repeat each value {
            nodes += context.nodes(of: view)
        }
        return nodes
    }
}
