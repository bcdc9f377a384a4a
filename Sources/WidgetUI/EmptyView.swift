/// Nothing: no slot and no spacing in a stack.
public struct EmptyView: View, Sendable {
    /// Makes nothing.
    public nonisolated init() {}

    /// Itself: nothing is smaller.
    public var body: EmptyView { self }
}
