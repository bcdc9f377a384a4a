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
        size[axis] = gaps(between: children)
        var (before, after) = (0.0, 0.0)
        for (child, proposal) in zip(children, proposals) {
            let childSize = pass.size(of: child, for: proposal)
            size[axis] += childSize[axis]
            let guide = pass.guide(alignment, of: child, for: proposal)
            before = max(before, guide)
            after = max(after, childSize[axis.crossing] - guide)
        }
        size[axis.crossing] = before + after
        return size
    }

    package func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        var placements: [Placement] = []
        placements.reserveCapacity(children.count)
        var position = 0.0
        var before = -Double.infinity
        for (index, var proposal) in share(proposal, among: children, in: pass).enumerated() {
            // What fills the stack's width, such as a divider, learns it only now.
            proposal[axis.crossing] = proposal[axis.crossing] ?? size[axis.crossing]
            let guide = pass.guide(alignment, of: children[index], for: proposal)
            before = max(before, guide)
            var origin = Point.zero
            origin[axis] = position
            origin[axis.crossing] = -guide
            placements.append(Placement(origin: origin, proposal: proposal))
            position += pass.size(of: children[index], for: proposal)[axis] + gap(after: index, of: children)
        }
        for index in placements.indices { placements[index].origin[axis.crossing] += before }
        return placements
    }

    // A stack has a priority of its own, and is no spacer, whatever its only child is.
    package func priority(of children: [ViewNode]) -> Double { 0 }
    package func isSpacer(_ children: [ViewNode]) -> Bool { false }

    /// The points between all children.
    private func gaps(between children: [ViewNode]) -> Double {
        var sum = 0.0
        for index in children.indices { sum += gap(after: index, of: children) }
        return sum
    }

    /// The points between a child and the next; none after the last.
    private func gap(after index: Int, of children: [ViewNode]) -> Double {
        guard index + 1 < children.count else { return 0 }
        return spacing ?? (children[index].isSpacer || children[index + 1].isSpacer ? 0 : Self.standardSpacing)
    }

    /// What each child is offered.
    ///
    /// Groups of higher priority come first, after the least sizes of all lower groups are set aside; in a group the
    /// least flexible child comes first, and each is offered an equal part of what is left.
    private func share(_ proposal: Proposal, among children: [ViewNode], in pass: LayoutPass) -> [Proposal] {
        var proposals = [Proposal](repeating: proposal, count: children.count)
        guard let length = proposal[axis] else { return proposals }
        var available = length - gaps(between: children)
        guard children.count > 1, available > 0, available < .infinity else {
            // The only child gets all; of nothing, or of endless room, each of several gets the same whatever it asks.
            for index in proposals.indices { proposals[index][axis] = max(0, available) }
            return proposals
        }

        var claims: [Claim] = []
        claims.reserveCapacity(children.count)
        var setAside = 0.0
        var (least, most) = (proposal, proposal)
        (least[axis], most[axis]) = (0, .infinity)
        for (index, child) in children.enumerated() {
            let (least, most) = (pass.size(of: child, for: least)[axis], pass.size(of: child, for: most)[axis])
            claims.append(Claim(child: index, priority: child.priority, least: least, most: most))
            setAside += least
        }
        available -= setAside
        claims.sort()

        var end = 0
        while end < claims.count {
            let start = end
            var own = 0.0
            repeat {
                own += claims[end].least
                end += 1
            } while end < claims.count && claims[end].priority == claims[start].priority
            available += own
            for position in start..<end {
                let index = claims[position].child
                proposals[index][axis] = max(0, available / Double(end - position))
                available -= pass.size(of: children[index], for: proposals[index])[axis]
            }
        }
        return proposals
    }

    /// What a child may ask of its stack's length; those that are asked first come first.
    private struct Claim: Comparable {
        let child: Int
        let priority: Double
        let least: Double
        let flexibility: Double

        init(child: Int, priority: Double, least: Double, most: Double) {
            self.child = child
            self.priority = priority
            self.least = least
            flexibility = (most - least).isNaN ? 0 : most - least
        }

        static func < (left: Claim, right: Claim) -> Bool {
            (right.priority, left.flexibility, left.child) < (left.priority, right.flexibility, right.child)
        }
    }
}
