import FuzzSupport
import Raster

@testable import WidgetUI

/// Makes a tree of views of what libFuzzer makes up, with numbers that no page should have, lays it out and paints it: every
/// frame is finite, every place that can be hit lies in the picture, and what lies above the tree is painted.
@main
enum FuzzLayout {
    @MainActor private static let size = Size(width: 24, height: 16)
    @MainActor private static let engine = try? TextEngine()

    static func main() {
        runFuzzer { data, count in
            let input = fuzzInput(data, count)
            MainActor.assumeIsolated { FuzzLayout.draw(input) }
            return 0
        }
    }

    @MainActor private static func draw(_ input: [UInt8]) {
        guard let engine else { preconditionFailure("no Pango") }
        var tree = TreeMaker(Recipe(input))
        let mark = Color(red: 1, green: 0, blue: 0).frame(width: 1, height: 1)
        let content = tree.view(depth: 0)
        // One view around all: a modifier of a group changes each of its views.
        let view = ZStack { content }.frame(width: size.width, height: size.height)
            .overlay(alignment: .topLeading) { mark }
        let placed = EvaluatedWidget(view).placed(in: size, measuring: engine)
        if let content = placed.content { check(content) }
        for hit in placed.hits {
            let frame = hit.frame
            precondition(frame.minX >= 0 && frame.minY >= 0, "a place before the picture")
            precondition(frame.maxX <= size.width && frame.maxY <= size.height, "a place behind the picture")
        }
        guard let picture = try? placed.picture(scale: 1, text: engine) else { preconditionFailure("no picture") }
        precondition(Array(picture.bitmap.pixels[..<4]) == [255, 0, 0, 255], "the mark is gone")
    }

    private static func check(_ node: PlacedNode) {
        for number in [node.frame.minX, node.frame.minY, node.frame.width, node.frame.height] {
            precondition(number.magnitude < 1e13, "\(node.name) is at \(node.frame)")
        }
        node.children.forEach(check)
    }
}
