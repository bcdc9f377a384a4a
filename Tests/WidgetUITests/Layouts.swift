import WidgetTestSupport
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
