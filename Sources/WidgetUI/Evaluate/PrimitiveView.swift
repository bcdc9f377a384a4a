/// A view that the room itself knows: it makes nodes instead of a body.
///
/// Views of users cannot conform. A new view of the room is one file with a type and this conformance, made in an
/// extension, so that the type itself stays free of the main actor and result builders may call its initializers.
@MainActor package protocol PrimitiveView: View where Body == Never {
    /// The nodes of the view in the order in which a stack shows them; none takes no slot, several flatten into the
    /// parent.
    func nodes(in context: ViewContext) -> [ViewNode]
}

extension PrimitiveView {
    /// Makes the nodes.
    public static func _nodes(of view: Self, in place: _ViewPlace) -> _ViewNodes {
        _ViewNodes(nodes: view.nodes(in: place.context))
    }
}
