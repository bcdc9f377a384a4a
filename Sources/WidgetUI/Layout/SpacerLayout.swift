/// Room that takes what is left along its stack's axis, or along both outside of stacks.
struct SpacerLayout: NodeLayout {
    let axis: Axis?
    let minLength: Double

    var name: String { "Spacer" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        var size = Size.zero
        for side in Axis.allCases where axis == nil || side == axis {
            size[side] = max(minLength, proposal[side] ?? minLength)
        }
        return size
    }

    func priority(of children: [ViewNode]) -> Double { -.infinity }
    func isSpacer(_ children: [ViewNode]) -> Bool { true }
}
