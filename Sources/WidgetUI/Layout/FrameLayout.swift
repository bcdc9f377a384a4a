/// A fixed width, height, or both.
struct FrameLayout: NodeLayout {
    let width: Double?
    let height: Double?
    let alignment: Alignment

    var name: String { "Frame" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        let child = pass.size(ofFirst: children, for: inner(proposal))
        return Size(width: width ?? child.width, height: height ?? child.height)
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { pass.align($0, for: inner(proposal), in: size, by: alignment) }
    }

    private func inner(_ proposal: Proposal) -> Proposal {
        Proposal(width: width ?? proposal.width, height: height ?? proposal.height)
    }
}

extension LayoutPass {
    /// Aligns a child in a size, which it may exceed.
    func align(_ child: ViewNode, for proposal: Proposal, in size: Size, by alignment: Alignment) -> Placement {
        let (horizontal, vertical) = (alignment.horizontal.guide, alignment.vertical.guide)
        return Placement(
            origin: Point(
                x: horizontal.standard(in: size) - guide(horizontal, of: child, for: proposal),
                y: vertical.standard(in: size) - guide(vertical, of: child, for: proposal)),
            proposal: proposal)
    }
}
