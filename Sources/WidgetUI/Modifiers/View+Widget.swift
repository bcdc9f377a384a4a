public import FoundationEssentials

/// What a container background is for.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
    private let name: String

    /// The background of a widget.
    public static let widget = Self(name: "widget")
}

/// What a widget's view says of the widget as a whole.
extension View {
    /// The view, with an address for a tap anywhere in the widget that hits no link.
    ///
    /// A widget has one: of several, the last one applied counts, which is the outermost, and the others are reported.
    public nonisolated func widgetURL(_ url: URL?) -> some View { WidgetURLView(content: self, url: url) }

    /// The view, with a style that fills the whole widget behind it.
    public nonisolated func containerBackground(_ style: some ShapeStyle, for placement: ContainerBackgroundPlacement)
        -> some View
    {
        ContainerBackgroundView(content: self, background: Rectangle().fill(style))
    }

    /// The view, with views that fill the whole widget behind it.
    public nonisolated func containerBackground(
        for placement: ContainerBackgroundPlacement, alignment: Alignment = .center,
        @ViewBuilder content: () -> some View
    ) -> some View {
        ContainerBackgroundView(content: self, background: content(), alignment: alignment)
    }

    /// The view, which takes the accent colour where the widget is drawn in two.
    public nonisolated func widgetAccentable(_ accentable: Bool = true) -> some View { self }
}

/// A view with an address for the whole widget.
struct WidgetURLView<Content: View> {
    let content: Content
    let url: URL?
}

extension WidgetURLView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        let nodes = context.nodes(of: content)
        if let url { context.evaluation.take(widgetURL: url) }
        return nodes
    }
}

/// A view with a background for the whole widget.
struct ContainerBackgroundView<Content: View, Background: View> {
    let content: Content
    let background: Background
    var alignment = Alignment.center
}

extension ContainerBackgroundView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        let nodes = context.nodes(of: content)
        if context.environment.showsWidgetContainerBackground {
            context.evaluation.background = context.node(of: background, alignment: alignment)
        }
        return nodes
    }
}
