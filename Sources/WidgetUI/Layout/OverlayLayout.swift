/// Children above each other, aligned; the size is that of all of them together.
package struct OverlayLayout: NodeLayout {
    let alignment: Alignment

    package var name: String { "ZStack" }

    package func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        Size(
            width: extent(.horizontal, alignment.horizontal.guide, of: children, for: proposal, in: pass),
            height: extent(.vertical, alignment.vertical.guide, of: children, for: proposal, in: pass))
    }

    package func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        let x = children.map { pass.guide(alignment.horizontal.guide, of: $0, for: proposal) }
        let y = children.map { pass.guide(alignment.vertical.guide, of: $0, for: proposal) }
        let corner = Point(x: x.max() ?? 0, y: y.max() ?? 0)
        return children.indices.map {
            Placement(origin: Point(x: corner.x - x[$0], y: corner.y - y[$0]), proposal: proposal)
        }
    }

    package func priority(of children: [ViewNode]) -> Double { 0 }
    package func isSpacer(_ children: [ViewNode]) -> Bool { false }

    private func extent(
        _ axis: Axis, _ guide: AlignmentGuide, of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass
    ) -> Double {
        var (before, after) = (0.0, 0.0)
        for child in children {
            let place = pass.guide(guide, of: child, for: proposal)
            before = max(before, place)
            after = max(after, pass.size(of: child, for: proposal)[axis] - place)
        }
        return before + after
    }
}
