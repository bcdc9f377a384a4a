/// What a node says to a person who does not see it.
package enum AltText: Hashable, Sendable {
    /// Words in place of all that lies below.
    case label(String)
    /// Nothing, nor anything below.
    case hidden

    /// Words of several nodes as one text.
    static func joined(_ words: [String]) -> String {
        words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension ViewNode {
    /// The words of the node and of those below, in reading order.
    var words: [String] {
        switch layout.altText {
        case .label(let text): [text]
        case .hidden: []
        case nil: children.flatMap(\.words)
        }
    }
}

extension PlacedNode {
    /// The words of the node and of those below, in the order in which they are painted.
    package var words: [String] {
        switch altText {
        case .label(let text): [text]
        case .hidden: []
        case nil: children.flatMap(\.words)
        }
    }
}
