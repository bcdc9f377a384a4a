/// A view each of whose nodes gets a layout round it.
struct WrappedView<Content: View> {
    let content: Content
    let layout: any NodeLayout
}

extension WrappedView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        context.nodes(of: content).map { context.node(layout, [$0]) }
    }
}
