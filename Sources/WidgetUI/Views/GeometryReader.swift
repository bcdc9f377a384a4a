/// A view that is told its size before it makes its content.
public struct GeometryReader<Content> {
    private let content: (GeometryProxy) -> Content
    private let surroundings = BodyEnvironment()
}

extension GeometryReader: View, PrimitiveView where Content: View {
    /// Makes content of a size; the reader takes all that is proposed, and the content lies at its top-left corner.
    public nonisolated init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        let (content, surroundings) = (content, surroundings)
        let depth = context.evaluation.depth
        let layout = GeometryLayout { size in
            context.evaluation.continuing(at: depth) {
                let content = surroundings.run { content(GeometryProxy(size: size)) }
                return context.node(of: content, alignment: .topLeading)
            }
        }
        return [context.node(layout)]
    }
}

/// A view's size, as its content sees it.
public struct GeometryProxy: Equatable, Sendable {
    /// Width and height in points.
    public let size: Size
}

/// A view whose content is made when its size is known.
struct GeometryLayout: NodeLayout {
    private let content: @MainActor (Size) -> ViewNode?

    var name: String { "Geometry" }

    init(content: @escaping @MainActor (Size) -> ViewNode?) { self.content = content }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) {
        guard let node = content(placed.frame.size) else { return }
        placed.children = [pass.place(node, at: placed.frame.origin, for: Proposal(placed.frame.size))]
    }
}
