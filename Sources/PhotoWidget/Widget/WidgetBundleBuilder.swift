/// Makes one widget, which stands for several, of the statements of a closure.
@MainActor @resultBuilder
public enum WidgetBundleBuilder {
    /// Takes a statement that is a widget.
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }

    /// No statement is no widget.
    public static func buildBlock() -> WidgetGroup { WidgetGroup() }

    /// One statement is its widget.
    public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }

    /// Several statements are several widgets.
    public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> WidgetGroup {
        var group = WidgetGroup()
        for widget in repeat each content { group.widgets.append(widget) }
        return group
    }

    /// An `if` without `else` is a widget or none.
    public static func buildOptional(_ content: (any Widget)?) -> WidgetGroup { WidgetGroup(content) }

    /// The first branch of an `if`.
    public static func buildEither(first: any Widget) -> WidgetGroup { WidgetGroup(first) }

    /// Another branch of an `if`.
    public static func buildEither(second: any Widget) -> WidgetGroup { WidgetGroup(second) }

    /// A widget of an `if #available`, whose type is hidden.
    public static func buildLimitedAvailability(_ content: any Widget) -> WidgetGroup { WidgetGroup(content) }
}

/// A widget that stands for several.
@MainActor protocol SeveralWidgets {
    var widgets: [any Widget] { get }
}

/// Several widgets in their order.
public struct WidgetGroup: Widget, SeveralWidgets {
    var widgets: [any Widget] = []

    /// Makes a group of no widgets.
    public init() {}

    init(_ widget: (any Widget)?) {
        widgets = widget.map { [$0] } ?? []
    }

    /// Nothing: the widgets speak for themselves.
    public var body: EmptyWidgetConfiguration { EmptyWidgetConfiguration() }
}
