/// A view whose surroundings are changed.
struct EnvironmentView<Content: View> {
    let content: Content
    let change: (inout EnvironmentValues) -> Void
}

extension EnvironmentView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] { context.nodes(of: content, change) }
}

extension View {
    /// The view with a value set for itself and all in it.
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
    }

    /// The view with a value changed for itself and all in it.
    public nonisolated func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> some View {
        EnvironmentView(content: self) { transform(&$0[keyPath: keyPath]) }
    }
}
