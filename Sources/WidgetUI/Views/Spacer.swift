/// Room that takes what is left in its stack.
public struct Spacer: Sendable {
    private let minLength: Double?

    /// Makes room of at least so many points, 8 by default.
    public init(minLength: Double? = nil) {
        self.minLength = minLength
    }
}

extension Spacer: PrimitiveView {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        let length = minLength?.usable ?? StackLayout.standardSpacing
        return [context.node(SpacerLayout(axis: context.environment.stackAxis, minLength: max(length, 0)))]
    }
}
