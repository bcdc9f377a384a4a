/// Children one after the other along an axis.
package struct StackLayout: NodeLayout {
    /// Points between two views where a stack says nothing.
    package nonisolated static let standardSpacing = 8.0

    let axis: Axis
    var alignment: AlignmentGuide
    var spacing: Double?

    /// Lays children out along an axis, centred across it, unless told otherwise.
    init(axis: Axis, alignment: AlignmentGuide? = nil, spacing: Double? = nil) {
        self.axis = axis
        self.alignment = alignment ?? AlignmentGuide(.middle, axis: axis.crossing)
        self.spacing = spacing
    }

    package var name: String { axis == .horizontal ? "HStack" : "VStack" }

    package func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        let proposals = share(proposal, among: children, in: pass)
        var size = Size.zero
        size[axis] = gaps(between: children).reduce(0, +)
        var (before, after) = (0.0, 0.0)
        for (child, proposal) in zip(children, proposals) {
            let childSize = pass.size(of: child, for: proposal)
            size[axis] += childSize[axis]
            let guide = pass.guide(alignment, of: child, for: proposal)
            before = max(before, guide)
            after = max(after, childSize[axis.crossing] - guide)
        }
        size[axis.crossing] = children.isEmpty ? 0 : before + after
        return size
    }

    package func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        var proposals = share(proposal, among: children, in: pass)
        if proposal[axis.crossing] == nil {
            // What fills the stack's width, such as a divider, learns it only now.
            for index in proposals.indices { proposals[index][axis.crossing] = size[axis.crossing] }
        }
        let guides = zip(children, proposals).map { pass.guide(alignment, of: $0, for: $1) }
        let before = guides.max() ?? 0
        var position = 0.0
        let gaps = gaps(between: children) + [0]
        return children.indices.map { index in
            var origin = Point.zero
            origin[axis] = position
            origin[axis.crossing] = before - guides[index]
            position += pass.size(of: children[index], for: proposals[index])[axis] + gaps[index]
            return Placement(origin: origin, proposal: proposals[index])
        }
    }

    // A stack has a priority of its own, and is no spacer, whatever its only child is.
    package func priority(of children: [ViewNode]) -> Double { 0 }
    package func isSpacer(_ children: [ViewNode]) -> Bool { false }

    /// The points between each child and the next.
    private func gaps(between children: [ViewNode]) -> [Double] {
        zip(children, children.dropFirst()).map { first, second in
            spacing ?? (first.isSpacer || second.isSpacer ? 0 : Self.standardSpacing)
        }
    }

    /// What each child is offered.
    ///
    /// Groups of higher priority come first, after the least sizes of all lower groups are set aside; in a group the
    /// least flexible child comes first, and each is offered an equal part of what is left.
    private func share(_ proposal: Proposal, among children: [ViewNode], in pass: LayoutPass) -> [Proposal] {
        var proposals = [Proposal](repeating: proposal, count: children.count)
        guard let length = proposal[axis] else { return proposals }
        var available = length - gaps(between: children).reduce(0, +)

        func extent(of index: Int, at length: Double) -> Double {
            var proposal = proposal
            proposal[axis] = length
            return pass.size(of: children[index], for: proposal)[axis]
        }
        let least = children.indices.map { extent(of: $0, at: 0) }
        let flexibility = children.indices.map { index in
            let difference = extent(of: index, at: .infinity) - least[index]
            return difference.isNaN ? 0 : difference
        }
        let priorities = children.map(\.priority)
        let order = children.indices.sorted {
            (-priorities[$0], flexibility[$0], $0) < (-priorities[$1], flexibility[$1], $1)
        }

        var rest = order[...]
        available -= least.reduce(0, +)
        while let first = rest.first {
            let group = rest.prefix { priorities[$0] == priorities[first] }
            rest = rest.dropFirst(group.count)
            available += group.reduce(0) { $0 + least[$1] }
            for (position, index) in group.enumerated() {
                let offer = max(available / Double(group.count - position), 0)
                proposals[index][axis] = offer
                available -= pass.size(of: children[index], for: proposals[index])[axis]
            }
        }
        return proposals
    }
}
