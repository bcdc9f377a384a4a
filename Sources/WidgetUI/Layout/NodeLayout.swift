/// How a node sizes itself, places its children and is drawn: the door of the layout.
///
/// Sizing and placing are functions of what they are given and nothing else. A child is placed with the proposal with
/// which it was sized, never with its resulting size.
@MainActor package protocol NodeLayout: Sendable {
    /// What the node is, for people who read a placed tree; a constant, since every node of every picture is asked.
    var name: String { get }
    /// What the node says in words, in place of its children; `nil` leaves it to them.
    var altText: AltText? { get }

    /// The node's answer to a proposal; it may be larger.
    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size
    /// Where the children lie, one placement each, counted from the node's top-left corner.
    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement]
    /// What the node adds to its place in the picture.
    func finish(_ placed: inout PlacedNode, in pass: LayoutPass)

    /// The alignments for which the node has a guide of its own, baselines left out.
    var ownGuides: [AlignmentGuide] { get }
    /// Where the node wants to be aligned; `nil` leaves it to its children.
    func guide(
        _ id: AlignmentGuide, of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    )
        -> Double?
    /// Which nodes a stack asks first.
    func priority(of children: [ViewNode]) -> Double
    /// Whether a stack leaves no spacing beside the node.
    func isSpacer(_ children: [ViewNode]) -> Bool
}

/// Where a child lies in its parent, and what it was offered.
package struct Placement: Equatable, Sendable {
    /// The child's top-left corner, counted from the parent's.
    package var origin: Point
    /// What the child was sized with.
    package var proposal: Proposal
}

/// A node with one child passes on what it does not change; a node without children takes what is proposed.
extension NodeLayout {
    package var altText: AltText? { nil }

    package var ownGuides: [AlignmentGuide] { [] }

    package func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        children.isEmpty ? proposal.filled(with: 10) : pass.size(ofFirst: children, for: proposal)
    }

    package func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { _ in Placement(origin: .zero, proposal: proposal) }
    }

    package func finish(_ placed: inout PlacedNode, in pass: LayoutPass) {}

    package func guide(
        _ id: AlignmentGuide, of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> Double? {
        guard !children.isEmpty else { return nil }
        let placements = placements(of: children, in: size, for: proposal, in: pass)
        let guides = zip(children, placements).compactMap { child, placement -> Double? in
            pass.explicitGuide(id, of: child, for: placement.proposal).map { $0 + placement.origin[id.axis] }
        }
        return id.takesLast ? guides.max() : guides.first
    }

    package func priority(of children: [ViewNode]) -> Double {
        children.count == 1 ? children[0].priority : 0
    }

    package func isSpacer(_ children: [ViewNode]) -> Bool {
        children.count == 1 && children[0].isSpacer
    }
}
