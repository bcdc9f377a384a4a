import WidgetUI

/// The tree of a view, laid out with a stub font in a size.
@MainActor func place(
    _ view: some View, in size: Size = Size(width: 100, height: 100), margins: EdgeInsets = EdgeInsets(),
    font: StubFont = StubFont(), environment: EnvironmentValues = EnvironmentValues(),
    assets: any AssetSource = NoAssets()
) -> PlacedWidget {
    EvaluatedWidget(view, environment: environment, assets: assets)
        .placed(in: size, margins: margins, measuring: font)
}

extension PlacedWidget {
    /// The frames of all nodes of a name, in the order of painting.
    func frames(_ name: String) -> [Rect] { content?.all(name).map(\.frame) ?? [] }

    /// The frames of texts by what they say.
    var textFrames: [String: Rect] {
        var frames: [String: Rect] = [:]
        for node in content?.all("Text") ?? [] {
            if case .text(let text) = node.drawing { frames[text.string] = node.frame }
        }
        return frames
    }
}

extension Rect {
    /// Whether the numbers are the same but for what doubles cannot hold.
    func isClose(to other: Rect) -> Bool {
        zip([minX, minY, width, height], [other.minX, other.minY, other.width, other.height])
            .allSatisfy { ($0 - $1).magnitude < 0.005 }
    }
}
