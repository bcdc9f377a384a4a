/// One of two views.
public struct ConditionalContent<First, Second> {
    private enum Branch {
        case first(First)
        case second(Second)
    }

    private let branch: Branch

    init(first: First) { branch = .first(first) }
    init(second: Second) { branch = .second(second) }
}

extension ConditionalContent: View, PrimitiveView where First: View, Second: View {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        switch branch {
        case .first(let view): context.nodes(of: view)
        case .second(let view): context.nodes(of: view)
        }
    }
}

/// A view or nothing.
extension Optional: View, PrimitiveView where Wrapped: View {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        map { context.nodes(of: $0) } ?? []
    }
}
