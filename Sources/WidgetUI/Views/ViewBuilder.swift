/// Makes one view of the statements of a closure.
@resultBuilder
public enum ViewBuilder {
    /// Takes a statement that is a view.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    /// No statement is no view.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// One statement is its view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Several statements are several views.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(repeat each content)
    }

    /// An `if` without `else` is a view or nothing.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The first branch of an `if` or a `switch`.
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        ConditionalContent(first: first)
    }

    /// Another branch of an `if` or a `switch`.
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        ConditionalContent(second: second)
    }

    /// A view of an `if #available`, whose type is hidden.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}
