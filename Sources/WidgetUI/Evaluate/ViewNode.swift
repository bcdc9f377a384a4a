/// A view after evaluation: how it is laid out, and what lies in it.
///
/// A class, since it is passed on and kept all over a layout, and a reference is what is cheap to copy.
@MainActor package final class ViewNode {
    /// The node's number, unlike that of any other node of the same evaluation.
    package let id: Int
    /// How the node sizes itself and places its children.
    package let layout: any NodeLayout
    /// What lies in the node, in the order in which it is painted.
    package let children: [ViewNode]
    /// The alignments for which the node, or one in it, has a guide of its own.
    let guides: [AlignmentGuide]
    /// Which nodes a stack asks first; a spacer comes last.
    package let priority: Double
    /// Whether a stack leaves no spacing beside the node.
    package let isSpacer: Bool

    init(id: Int, layout: some NodeLayout, children: [ViewNode]) {
        self.id = id
        self.layout = layout
        self.children = children
        guides = layout.ownGuides + children.flatMap(\.guides)
        // Asked for by every stack for every proposal, so found out once.
        priority = layout.priority(of: children)
        isSpacer = layout.isSpacer(children)
    }
}
