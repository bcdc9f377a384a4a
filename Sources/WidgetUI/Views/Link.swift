public import FoundationEssentials

/// A view that opens an address when it is hit.
public struct Link<Label> {
    private let destination: URL
    private let label: Label
}

extension Link: View, PrimitiveView where Label: View {
    /// Makes a link of an address and what it looks like.
    public nonisolated init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        context.evaluation.take(link: destination)
        let label = context.node(of: label)
        return label.map { [context.node(LinkLayout(url: destination), [$0])] } ?? []
    }
}

extension Link where Label == Text {
    /// Makes a link of an address and a text.
    public nonisolated init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.destination = destination
        label = Text(titleKey)
    }

    /// Makes a link of an address and a text that is shown as it is.
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, destination: URL) {
        self.destination = destination
        label = Text(title)
    }
}

/// A child that opens an address.
struct LinkLayout: NodeLayout {
    let url: URL

    var name: String { "Link" }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) { placed.link = url }
}
