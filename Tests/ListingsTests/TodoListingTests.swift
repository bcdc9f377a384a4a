import AppFoundation
import FoundationEssentials
import PhotoFeed
import PhotoWidget
import TestSupport
import Testing
import WidgetTestSupport
import WidgetTimeline
import WidgetUI

@testable import TodoListing

/// The todo widget's source as it is written for an iPhone.
@MainActor struct TodoListingTests {
    private let group = "group.example.todo"

    private func widget() throws -> WidgetDescription {
        let widgets = TodoWidget().descriptions
        try #require(widgets.count == 1)
        return widgets[0]
    }

    /// The todos as the app's JavaScript writes them, every second one done.
    private func written(_ count: Int) throws -> ScratchGroup {
        let todos = (0..<count).map { #"{"id":\#($0),"isCompleted":\#($0 % 2 == 1),"text":"todo \#($0)"}"# }
        return try ScratchGroup(group, ["data": "[" + todos.joined(separator: ",") + "]"])
    }

    private func todos(_ entry: WidgetEntry) -> Int? { (entry.value as? SimpleEntry)?.todos.count }

    @Test func `it says its kind, and takes every system family`() throws {
        let widget = try widget()
        #expect(widget.kind == "TodoWidget")
        #expect(widget.supportedFamilies == WidgetFamily.system)
    }

    @Test func `five entries stand an hour apart and hold what the group holds`() throws {
        let timeline = try written(4).serving { try widget().timeline() }
        #expect(timeline.entries.map(todos) == [4, 4, 4, 4, 4])
        let dates = timeline.entries.map(\.date)
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $1.timeIntervalSince($0) == 3600 })
        #expect(timeline.policy == .atEnd)
    }

    @Test func `broken and missing values look like an empty list`() throws {
        let broken = try ScratchGroup(group, ["data": #"[{"id":1,"#])
        #expect(try broken.serving { try widget().timeline().entries.map(todos) } == [0, 0, 0, 0, 0])
        #expect(try ScratchGroup(group).serving { try widget().timeline().entries.map(todos) } == [0, 0, 0, 0, 0])
        #expect(todos(try widget().placeholder()) == 0)
    }

    private func placed(
        _ entry: WidgetEntry, scheme: ColorScheme = .light, fetcher: any Fetcher = StubFetcher(now: { Date() })
    ) -> PlacedWidget {
        let font = StubFont(
            sizes: Dictionary(uniqueKeysWithValues: (0..<9).map { ("todo \($0)", Size(width: 60, height: 17)) }))
        return WebTransport.$fetcher.withValue(fetcher) {
            entry.evaluated(in: WidgetDescription.medium, scheme: scheme)
                .placed(in: Size(width: 338, height: 158), measuring: font)
        }
    }

    @Test(arguments: [
        (4, [16, 47.5, 79, 110.5]), (5, [16, 41.2, 66.4, 91.6, 116.8]), (6, [4, 29, 54, 79, 104, 129]),
    ])
    func `its rows are those of vector C`(count: Int, tops: [Double]) throws {
        let entry = try written(count).serving { try widget().timeline().entries[0] }
        let rows = placed(entry).frames("HStack")
        #expect(rows.count == count)
        for (row, top) in zip(rows, tops) {
            #expect(row.isClose(to: Rect(x: 87, y: top, width: 164, height: 17)))
        }
    }

    @Test func `an empty list says so`() throws {
        let placed = placed(try widget().placeholder())
        #expect(placed.altText == "Please Add Todo")
    }

    @Test func `light and dark pictures differ`() throws {
        let entry = try written(1).serving { try widget().timeline().entries[0] }
        let (light, dark) = (placed(entry), placed(entry, scheme: .dark))
        #expect(light.content?.all("Color").first?.drawing == .fill(.rectangle, .color(RGBA(hex: 0xFFFFFF))))
        #expect(dark.content?.all("Color").first?.drawing == .fill(.rectangle, .color(RGBA(hex: 0x000000))))
        #expect(light.textFrames == dark.textFrames)
        #expect(light != dark)
    }

    @Test func `what is done is struck through in gray`() throws {
        let entry = try written(2).serving { try widget().timeline().entries[0] }
        let texts = placed(entry).content?.all("Text").compactMap { node -> StyledText? in
            if case .text(let text) = node.drawing { text } else { nil }
        }
        #expect(texts?.flatMap(\.runs).map(\.isStruckThrough) == [false, true])
        #expect(texts?.map(\.lineLimit) == [1, 1])
        #expect(texts?.last?.runs.first?.paint == .color(RGBA(hex: 0x8E8E93)))
    }

    @Test func `pictures that do not come are replaced by an asset that is missing`() throws {
        let entry = try written(2).serving { try widget().timeline().entries[0] }
        let fetcher = StubFetcher(now: { Date() })
        let placed = placed(entry, fetcher: fetcher)
        #expect(placed.findings.contains(.missingAsset("default_image")))
        #expect(
            Set(fetcher.requests.map(\.url)) == [
                "https://pictures.example/checked.png", "https://pictures.example/unchecked.png",
            ])
        #expect(placed.frames("Image").map(\.size) == [Size(width: 16, height: 16), Size(width: 16, height: 16)])
    }

    @Test func `four rows of five entries ask for two pictures`() throws {
        let addresses = ["checked", "unchecked"].map { "https://pictures.example/\($0).png" }
        let server = StubFetcher(
            Dictionary(uniqueKeysWithValues: addresses.map { ($0, .body([1, 2, 3], maxAge: 0)) }), now: { Date() })
        let fetcher = RecentAnswers(before: server, uptime: { .zero })
        for entry in try written(4).serving({ try widget().timeline().entries }) {
            _ = placed(entry, fetcher: fetcher)
        }
        #expect(server.requests.map(\.url).sorted() == addresses)
    }
}
