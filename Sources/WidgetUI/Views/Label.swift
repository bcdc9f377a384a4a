/// A picture and a text side by side.
public struct Label<Title, Icon> {
    private let title: Title
    private let icon: Icon
}

extension Label: View, PrimitiveView where Title: View, Icon: View {
    /// Makes a label of a text and a picture.
    public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        context.nodes(of: HStack { TupleView(icon, title) })
    }
}

extension Label where Title == Text, Icon == Image {
    /// Makes a label of a text and a symbol.
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        title = Text(titleKey)
        icon = Image(systemName: name)
    }

    /// Makes a label of a text and a symbol.
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, systemImage name: String) {
        self.title = Text(title)
        icon = Image(systemName: name)
    }

    /// Makes a label of a text and an asset.
    public nonisolated init(_ titleKey: LocalizedStringKey, image name: String) {
        title = Text(titleKey)
        icon = Image(name)
    }

    /// Makes a label of a text and an asset.
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, image name: String) {
        self.title = Text(title)
        icon = Image(name)
    }
}
