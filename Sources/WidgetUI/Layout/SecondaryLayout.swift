/// A child with another view behind or above it, which is offered the child's size and does not change it.
struct SecondaryLayout: NodeLayout {
    /// Which of the two children is painted first.
    enum Position: Hashable, Sendable {
        /// The other view is painted first.
        case behind
        /// The other view is painted last.
        case above
    }

    let position: Position
    let alignment: Alignment

    var name: String { position == .behind ? "Background" : "Overlay" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        guard let primary = primary(of: children) else { return .zero }
        return pass.size(of: primary, for: proposal)
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        let other = position == .behind ? children.startIndex : children.endIndex - 1
        return children.indices.map { index in
            index == other
                ? pass.align(children[index], for: Proposal(size), in: size, by: alignment)
                : Placement(origin: .zero, proposal: proposal)
        }
    }

    func guide(
        _ id: AlignmentGuide, of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> Double? {
        primary(of: children).flatMap { pass.explicitGuide(id, of: $0, for: proposal) }
    }

    func priority(of children: [ViewNode]) -> Double { primary(of: children)?.priority ?? 0 }
    func isSpacer(_ children: [ViewNode]) -> Bool { primary(of: children)?.isSpacer ?? false }

    private func primary(of children: [ViewNode]) -> ViewNode? {
        position == .behind ? children.last : children.first
    }
}
