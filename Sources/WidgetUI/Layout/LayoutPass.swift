/// One layout of one tree: asks the nodes, and remembers their sizes.
///
/// A stack asks each child for its least, its largest and its final size, and so do the stacks inside; without memory
/// the work would grow with a power of the depth.
@MainActor package final class LayoutPass {
    /// What measures text.
    package let text: any TextMeasuring
    /// All answers, each with the place of the same node's answer before it.
    private var answers: [(proposal: Proposal, size: Size, before: Int?)] = []
    /// The place of each node's last answer, by the node's number.
    private var latest: [Int?] = []
    private var guides: [GuideKey: Double?] = [:]

    /// Prepares a layout.
    package init(text: any TextMeasuring) {
        self.text = text
    }

    /// A node's answer to a proposal.
    package func size(of node: ViewNode, for proposal: Proposal) -> Size {
        if node.id >= latest.count {
            latest.append(contentsOf: repeatElement(nil, count: max(node.id - latest.count + 1, 256)))
        }
        var place = latest[node.id]
        while let known = place {
            if answers[known].proposal == proposal { return answers[known].size }
            place = answers[known].before
        }
        let size = node.layout.size(of: node.children, for: proposal, in: self)
        answers.append((proposal, size, before: latest[node.id]))
        latest[node.id] = answers.count - 1
        return size
    }

    /// The first child's answer to a proposal, nothing where there is no child.
    func size(ofFirst children: [ViewNode], for proposal: Proposal) -> Size {
        guard let child = children.first else { return .zero }
        return size(of: child, for: proposal)
    }

    /// Places a node and all that lies in it.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - origin: Its top-left corner, counted from the widget's.
    ///   - proposal: What it was sized with.
    /// - Returns: The node at its place, with all that lies in it.
    package func place(_ node: ViewNode, at origin: Point, for proposal: Proposal) -> PlacedNode {
        let size = size(of: node, for: proposal)
        let placements = node.layout.placements(of: node.children, in: size, for: proposal, in: self)
        var placed = PlacedNode(name: node.layout.name, frame: Rect(origin: origin, size: size))
        placed.altText = node.layout.altText
        placed.children.reserveCapacity(placements.count)
        for (child, placement) in zip(node.children, placements) {
            placed.children.append(place(child, at: origin + placement.origin, for: placement.proposal))
        }
        node.layout.finish(&placed, in: self)
        return placed
    }

    /// Offers a node a rectangle and centres it there.
    func place(_ node: ViewNode, centeredIn bounds: Rect) -> PlacedNode {
        let proposal = Proposal(bounds.size)
        let size = size(of: node, for: proposal)
        let origin = Point(x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2)
        return place(node, at: bounds.origin + origin, for: proposal)
    }

    /// Where a node wants to be aligned, in points from its top-left corner; `nil` where it says nothing.
    func explicitGuide(_ id: AlignmentGuide, of node: ViewNode, for proposal: Proposal) -> Double? {
        guard id.isBaseline || node.guides.contains(id) else { return nil }
        let key = GuideKey(node: node.id, guide: id, proposal: proposal)
        if let known = guides[key] { return known }
        let size = size(of: node, for: proposal)
        let guide = node.layout.guide(id, of: node.children, in: size, for: proposal, in: self)
        guides[key] = .some(guide)
        return guide
    }

    /// Where a node is aligned, in points from its top-left corner.
    func guide(_ id: AlignmentGuide, of node: ViewNode, for proposal: Proposal) -> Double {
        explicitGuide(id, of: node, for: proposal) ?? id.standard(in: size(of: node, for: proposal))
    }

    private struct GuideKey: Hashable {
        let node: Int
        let guide: AlignmentGuide
        let proposal: Proposal
    }
}
