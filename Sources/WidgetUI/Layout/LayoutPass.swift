/// One layout of one tree: asks the nodes, and remembers their sizes.
///
/// A stack asks each child for its least, its largest and its final size, and so do the stacks inside; without memory
/// the work would grow with a power of the depth.
@MainActor package final class LayoutPass {
    /// What measures text.
    package let text: any TextMeasuring
    private var sizes: [[(proposal: Proposal, size: Size)]] = []
    private var guides: [GuideKey: Double?] = [:]

    /// Prepares a layout.
    package init(text: any TextMeasuring) {
        self.text = text
    }

    /// A node's answer to a proposal.
    package func size(of node: ViewNode, for proposal: Proposal) -> Size {
        if node.id < sizes.count {
            for known in sizes[node.id] where known.proposal == proposal { return known.size }
        } else {
            sizes.append(contentsOf: repeatElement([], count: max(node.id - sizes.count + 1, 256)))
        }
        let size = node.layout.size(of: node.children, for: proposal, in: self)
        sizes[node.id].append((proposal, size))
        return size
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
        placed.children = zip(node.children, placements).map { child, placement in
            place(child, at: origin + placement.origin, for: placement.proposal)
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
