import AppFoundation
import PhotoWidget
import Testing
import WidgetTestSupport
import WidgetTimeline
import WidgetUI

@testable import BudgetListing

/// The budget widget's source as it is written for an iPhone.
@MainActor struct BudgetListingTests {
    private let group = "group.example.budget"

    private func widget() throws -> WidgetDescription {
        let widgets = BudgetBundle().descriptions
        try #require(widgets.count == 1)
        return widgets[0]
    }

    private func content(of entry: WidgetEntry) -> String? { (entry.value as? BudgetListing.BudgetEntry)?.content }

    @Test func `its bundle says kind, names and families`() throws {
        let widget = try widget()
        #expect(widget.kind == "BudgetWidget")
        #expect(widget.displayName == "가계부")
        #expect(widget.description == "이번 달 소비를 한눈에 봅니다.")
        #expect(widget.supportedFamilies == [.systemMedium])
    }

    @Test func `three questions have three answers`() throws {
        let widget = try widget()
        #expect(content(of: widget.placeholder()) == "1")
        #expect(content(of: try widget.snapshot()) == "0")
        let timeline = try ScratchGroup(group).serving { try widget.timeline() }
        #expect(timeline.entries.map(content) == ["0"])
        #expect(timeline.policy == .atEnd)
    }

    @Test func `the amount is what the group holds as text`() throws {
        let widget = try widget()
        let written = try ScratchGroup(group, ["BudgetWidgetKey": "-12,000원"])
        #expect(try written.serving { try widget.timeline().entries.map(content) } == ["-12,000원"])
        let number = try ScratchGroup(group, ["BudgetWidgetKey": 5])
        #expect(try number.serving { try widget.timeline().entries.map(content) } == ["0"])
        let other = try ScratchGroup("group.example.other", ["BudgetWidgetKey": "9"])
        #expect(try other.serving { try widget.timeline().entries.map(content) } == ["0"])
    }

    private let font = StubFont(sizes: [
        "이번 달 소비": Size(width: 58, height: 15), "0": Size(width: 110, height: 26),
        "🐷": Size(width: 20, height: 20), "💸": Size(width: 20, height: 20), "수입 추가": Size(width: 70, height: 22),
        "지출 추가": Size(width: 70, height: 22),
    ])

    private func placed(assets: any AssetSource) throws -> PlacedWidget {
        let widget = try widget()
        let margins = widget.contentMargins(in: .systemMedium)
        return try widget.snapshot().evaluated(in: WidgetDescription.medium, margins: margins, assets: assets)
            .placed(in: Size(width: 338, height: 158), margins: margins, measuring: font)
    }

    @Test func `its frames are those of vector A`() throws {
        let placed = try placed(assets: StubAssets(["AppLogo": .blank(width: 64, height: 64, scale: 2)]))
        #expect(placed.content?.frame == Rect(x: 16, y: 14, width: 306, height: 130))
        #expect(placed.frames("Image") == [Rect(x: 20, y: 20, width: 32, height: 32)])
        #expect(
            placed.textFrames == [
                "이번 달 소비": Rect(x: 60, y: 28.5, width: 58, height: 15),
                "0": Rect(x: 114, y: 56, width: 110, height: 26),
                "🐷": Rect(x: 40.5, y: 106, width: 20, height: 20),
                "수입 추가": Rect(x: 68.5, y: 105, width: 70, height: 22),
                "💸": Rect(x: 199.5, y: 106, width: 20, height: 20),
                "지출 추가": Rect(x: 227.5, y: 105, width: 70, height: 22),
            ])
        #expect(placed.findings == [.overflow(width: 0, height: 4)])
    }

    @Test func `its background fills the widget in the colour it says`() throws {
        let placed = try placed(assets: NoAssets())
        let blue = Paint.color(RGBA(hex: 0x5F94F7))
        #expect(placed.background?.frame == Rect(x: 0, y: 0, width: 338, height: 158))
        #expect(placed.background?.drawing == .fill(.rectangle, blue))
        #expect(placed.findings.contains(.missingAsset("AppLogo")))
    }

    @Test func `its two links are hit where their buttons are`() throws {
        let placed = try placed(assets: NoAssets())
        #expect(placed.hits.count == 2)
        #expect(placed.url(at: Point(x: 90, y: 116))?.absoluteString == "budget://addincome")
        #expect(placed.url(at: Point(x: 250, y: 116))?.absoluteString == "budget://addexpense")
        #expect(placed.url(at: Point(x: 10, y: 10)) == nil)
        #expect(placed.altText == "이번 달 소비, 0, 🐷, 수입 추가, 💸, 지출 추가")
    }
}
