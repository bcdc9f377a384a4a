package import FoundationEssentials

/// A piece of the picture at its place: what the layout hands to whoever draws.
///
/// To draw a node: clip to `clip`, apply `opacity`, paint `drawing` into `frame`, then the children in their order.
/// All numbers are points counted from the widget's top-left corner; a child may reach beyond its parent.
package struct PlacedNode: Equatable, Sendable {
    /// What the node is, for people: `Text`, `Stack`, `Padding`.
    package var name: String
    /// Where the node lies.
    package var frame: Rect
    /// What is painted into the frame before the children; `nil` for what only arranges.
    package var drawing: Drawing?
    /// What the node and its children are cut to; the outline lies in `frame`.
    package var clip: Outline?
    /// How much of what lies below is covered, 0 to 1; for the node and its children as a whole.
    package var opacity = 1.0
    /// The address for a tap in the frame.
    package var link: URL?
    /// What the node says in words, in place of its children.
    package var altText: AltText?
    /// What lies in the node, in the order of painting.
    package var children: [PlacedNode] = []

    init(name: String, frame: Rect) {
        self.name = name
        self.frame = frame
    }

    /// All nodes of a name, in the order of painting, the node itself among them.
    package func all(_ name: String) -> [PlacedNode] {
        (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }

    /// Whether the node shows one picture and nothing else; one that fills its room reaches beyond it on purpose.
    var isPictureAlone: Bool {
        if case .image = drawing { return true }
        return children.count == 1 && children[0].isPictureAlone
    }

    /// Moves the node and all that lies in it.
    mutating func move(by offset: Point) {
        frame.origin = frame.origin + offset
        for index in children.indices { children[index].move(by: offset) }
    }
}
