/// A view whose type is hidden.
public struct AnyView {
    private let view: any View

    /// Hides the type of a view.
    public init(_ view: some View) {
        self.view = view
    }

    /// Hides the type of a view.
    public init(erasing view: some View) {
        self.view = view
    }
}

extension AnyView: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] { context.nodes(of: view) }
}
