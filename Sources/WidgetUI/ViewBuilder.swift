/// Makes one view of the statements of a closure.
@resultBuilder
public enum ViewBuilder {
    /// No statement is no view.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// One statement is its view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
