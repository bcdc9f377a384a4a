/// A view for each element of a collection, which flatten into their parent.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The elements.
    public let data: Data
    /// Makes the view of an element.
    public let content: (Data.Element) -> Content
    private let surroundings = BodyEnvironment()
}

extension ForEach: View, PrimitiveView where Content: View {
    package func nodes(in context: ViewContext) -> [ViewNode] {
        var nodes: [ViewNode] = []
        for element in data {
            guard context.evaluation.takesAnother() else { break }
            nodes += context.nodes(of: surroundings.run { content(element) })
        }
        return nodes
    }

    /// Makes views of elements that are told apart by a property; none is kept, so the property is not read.
    public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }
}

extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
    /// Makes views of elements that have an identity.
    public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.content = content
    }
}

extension ForEach where Content: View, Data == Range<Int>, ID == Int {
    /// Makes views of whole numbers.
    public nonisolated init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.data = data
        self.content = content
    }
}
