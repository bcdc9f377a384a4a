/// Nothing: no slot and no spacing in a stack.
public struct EmptyView: Sendable {
    /// Makes nothing.
    public init() {}
}

extension EmptyView: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] { [] }
}
