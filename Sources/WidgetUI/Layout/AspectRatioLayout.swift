/// A child offered a box of one ratio.
struct AspectRatioLayout: NodeLayout {
    let ratio: Double?
    let mode: ContentMode

    var name: String { "AspectRatio" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        children.first.map { pass.size(of: $0, for: inner(proposal, of: $0, in: pass)) } ?? .zero
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { Placement(origin: .zero, proposal: inner(proposal, of: $0, in: pass)) }
    }

    /// The box: the largest inside the proposal, or the smallest that covers it; a side that is not proposed is
    /// ignored.
    private func inner(_ proposal: Proposal, of child: ViewNode, in pass: LayoutPass) -> Proposal {
        var ratio = ratio
        if ratio == nil {
            let ideal = pass.size(of: child, for: .unspecified)
            ratio = ideal.width / ideal.height
        }
        guard let ratio, ratio.isFinite, ratio > 0 else { return proposal }
        // A finite side must not become an infinite one, which asks a child for its largest size.
        func reached(_ length: Double, _ product: Double) -> Double {
            length.isFinite ? min(product, .farthest) : length
        }
        switch (proposal.width, proposal.height) {
        case (nil, nil): return proposal
        case (let width?, nil): return Proposal(width: width, height: reached(width, width / ratio))
        case (nil, let height?): return Proposal(width: reached(height, height * ratio), height: height)
        case (let width?, let height?):
            let isWide = height * ratio < width
            return isWide == (mode == .fit)
                ? Proposal(width: reached(height, height * ratio), height: height)
                : Proposal(width: width, height: reached(width, width / ratio))
        }
    }
}
