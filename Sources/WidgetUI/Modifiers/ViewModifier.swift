/// A change of views that has a name.
@MainActor @preconcurrency public protocol ViewModifier {
    /// What a view becomes.
    associatedtype Body: View
    /// The view that is changed, as `body` gets it.
    typealias Content = ModifiedViewContent<Self>

    /// What a view becomes.
    @ViewBuilder func body(content: Content) -> Body
}

/// The view that a modifier changes.
public struct ModifiedViewContent<Modifier> {
    let view: any View
}

extension ModifiedViewContent: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] { context.nodes(of: view) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
    /// The view.
    public var content: Content
    /// The modifier.
    public var modifier: Modifier

    /// Applies a modifier to a view.
    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let content = ModifiedViewContent<Modifier>(view: content)
        let body = EnvironmentValues.with(context.environment) { modifier.body(content: content) }
        return context.nodes(of: body)
    }
}

extension View {
    /// The view with a modifier.
    public nonisolated func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
