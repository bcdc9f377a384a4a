package import WidgetUI

extension PlacedWidget {
    /// The frames of all nodes of a name, in the order of painting.
    package func frames(_ name: String) -> [Rect] { content?.all(name).map(\.frame) ?? [] }

    /// The frames of texts by what they say; of equal texts the last.
    package var textFrames: [String: Rect] {
        var frames: [String: Rect] = [:]
        for node in content?.all("Text") ?? [] {
            if case .text(let text) = node.drawing { frames[text.string] = node.frame }
        }
        return frames
    }
}

extension Rect {
    /// Whether the numbers are the same but for a hundredth of a point.
    package func isClose(to other: Rect) -> Bool {
        zip([minX, minY, width, height], [other.minX, other.minY, other.width, other.height])
            .allSatisfy { ($0 - $1).magnitude < 0.005 }
    }
}
