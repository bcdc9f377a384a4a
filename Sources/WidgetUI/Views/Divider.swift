/// A thin line across its stack.
public struct Divider: Sendable {
    /// Makes a line.
    public init() {}
}

extension Divider: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let environment = context.environment
        let line = ShapeLayout(
            drawing: .fill(.rectangle, Color.separator.paint(in: environment)), name: "Divider")
        let isUpright = environment.stackAxis == .horizontal
        let frame = FrameLayout(width: isUpright ? 1 : nil, height: isUpright ? nil : 1, alignment: .center)
        return [context.node(frame, [context.node(line)])]
    }
}
