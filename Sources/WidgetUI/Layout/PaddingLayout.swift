/// Room round a child.
struct PaddingLayout: NodeLayout {
    /// Points of `padding()` where no length is said.
    nonisolated static let standard = 16.0

    let insets: EdgeInsets

    var name: String { "Padding" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        let child = pass.size(ofFirst: children, for: inner(proposal))
        return Size(
            width: max(child.width + insets.leading + insets.trailing, 0),
            height: max(child.height + insets.top + insets.bottom, 0))
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { _ in
            Placement(origin: Point(x: insets.leading, y: insets.top), proposal: inner(proposal))
        }
    }

    private func inner(_ proposal: Proposal) -> Proposal {
        Proposal(
            width: proposal.width.map { max($0 - insets.leading - insets.trailing, 0) },
            height: proposal.height.map { max($0 - insets.top - insets.bottom, 0) })
    }
}
