/// Where a view is evaluated: the walk it belongs to, and what its ancestors have set.
@MainActor package struct ViewContext {
    /// The walk over the whole widget.
    package let evaluation: Evaluation
    /// What the ancestors have set.
    package var environment: EnvironmentValues

    /// Evaluates a view below this place.
    package func nodes(of view: some View) -> [ViewNode] {
        evaluation.nodes(of: view, in: environment)
    }

    /// Evaluates a view below this place in a changed environment.
    package func nodes(of view: some View, _ change: (inout EnvironmentValues) -> Void) -> [ViewNode] {
        var environment = environment
        change(&environment)
        return evaluation.nodes(of: view, in: environment)
    }

    /// Evaluates a view to one node, `nil` where it shows nothing; several lie above each other.
    package func node(of view: some View, alignment: Alignment = .center) -> ViewNode? {
        let nodes = nodes(of: view) { $0.stackAxis = nil }
        return nodes.count > 1 ? node(OverlayLayout(alignment: alignment), nodes) : nodes.first
    }

    /// Makes a node with a place of its own in the walk.
    package func node(_ layout: some NodeLayout, _ children: [ViewNode] = []) -> ViewNode {
        ViewNode(id: evaluation.nextID(), layout: layout, children: children)
    }
}
