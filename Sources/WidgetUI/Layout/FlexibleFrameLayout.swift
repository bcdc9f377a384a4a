/// Bounds for the width and the height.
struct FlexibleFrameLayout: NodeLayout {
    /// The bounds of one side, in points.
    struct Bounds: Hashable, Sendable {
        var min: Double?
        var ideal: Double?
        var max: Double?

        /// What the child is offered.
        func inner(_ proposed: Double?) -> Double? {
            (proposed ?? ideal).map(clamp)
        }

        /// The side's length.
        func length(proposed: Double?, child: Double) -> Double {
            if min != nil, max != nil {
                return clamp(proposed ?? ideal ?? child)
            }
            guard min != nil || max != nil else { return child }
            let offered = inner(proposed) ?? child
            return max != nil ? clamp(Swift.max(offered, child)) : clamp(Swift.min(offered, child))
        }

        private func clamp(_ value: Double) -> Double {
            Swift.max(Swift.min(value, max ?? .infinity), min ?? -.infinity)
        }
    }

    let width: Bounds
    let height: Bounds
    let alignment: Alignment

    var name: String { "FlexibleFrame" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        let child = pass.size(ofFirst: children, for: inner(proposal))
        return Size(
            width: width.length(proposed: proposal.width, child: child.width),
            height: height.length(proposed: proposal.height, child: child.height))
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { pass.align($0, for: inner(proposal), in: size, by: alignment) }
    }

    private func inner(_ proposal: Proposal) -> Proposal {
        Proposal(width: width.inner(proposal.width), height: height.inner(proposal.height))
    }
}
