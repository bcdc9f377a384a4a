/// A drawing that takes what is proposed, 10 points where nothing is.
struct ShapeLayout: NodeLayout {
    let drawing: Drawing
    let name: String

    /// Whether the outline is a circle, which wants a square.
    private var isSquare: Bool {
        switch drawing {
        case .fill(.circle, _), .stroke(.circle, _, _), .stroke(.inset(.circle, _), _, _): true
        default: false
        }
    }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        let size = proposal.filled(with: 10)
        guard isSquare else { return size }
        let side = min(size.width, size.height)
        return Size(width: side, height: side)
    }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) { placed.drawing = drawing }
}
