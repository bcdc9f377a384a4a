import FoundationEssentials
import Raster
import TestSupport
import Testing
import WidgetTimeline
import WidgetUI

@testable import PhotoWidget

@MainActor @Suite struct AgedDrawingTests {
    private let widget: ScriptedWidget
    private let drawing = PublishedDrawing(
        WidgetRenderer(), variants: [1, 2].map { PictureVariant(scale: $0, scheme: .light) })

    init() throws { widget = try ScriptedWidget() }

    private var current: String { widget.scratch("state/published/marks/default/current") }

    private func refresh() throws -> PublishedEntry {
        var engine = widget.engine()
        engine.drawing = drawing
        return try engine.refresh()
    }

    private func bitmap(_ name: String) throws -> Bitmap {
        let bytes = try #require(try MappedFile.contents(ofFile: "\(current)/\(name)"))
        return try #require(UIImage(data: Data(bytes))?.bitmap)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(try MappedFile.contents(ofFile: "\(current)/\(name)")), as: UTF8.self)
    }

    private func names() throws -> [String] { try Directory.entries(of: current).map(\.name).sorted() }

    @Test func `a picture that is shown though it is old says so, in itself, in words and in the entry`() throws {
        let start = widget.clock.now
        _ = try refresh()
        let good = try bitmap("widget@2x.png")
        widget.fail()
        widget.clock.advance(by: 2520)
        let entry = try refresh()
        #expect(entry.status == .stale && entry.goodSince == start)
        #expect(try text("entry.json").contains("\"goodSince\": \"2026-11-30T01:38:00Z\""))
        #expect(try text("hits.json").contains("\"alt\": \"42 min ago\""))
        let aged = try bitmap("widget@2x.png")
        #expect(aged.size == good.size && aged != good)
        let changed = (0..<good.size.area).filter { place in
            (place * 4..<place * 4 + 4).contains { good.pixels[$0] != aged.pixels[$0] }
        }
        #expect(!changed.isEmpty)
        #expect(
            changed.allSatisfy { $0 % good.size.width > good.size.width / 4 && $0 / good.size.width > 260 },
            "only the lower trailing corner is drawn on")
        let bytes = try #require(try MappedFile.contents(ofFile: "\(current)/widget@2x.png"))
        #expect(try text("hits.json").contains(SHA256.hexDigest(of: bytes)))
    }

    @Test func `ages are not drawn above each other, and go when the provider answers`() throws {
        let start = widget.clock.now
        _ = try refresh()
        let (good, names) = (try bitmap("widget.png"), try names())
        widget.fail()
        widget.clock.advance(by: 2520)
        _ = try refresh()
        let first = try bitmap("widget.png")
        widget.clock.advance(by: 3 * 86_400)
        #expect(try refresh().goodSince == start)
        #expect(try text("hits.json").contains("\"alt\": \"3 days ago\""))
        #expect(try bitmap("widget.png") != first && bitmap("good-widget.png") == good)
        widget.set([(0, "1")], .never)
        _ = try refresh()
        #expect(try bitmap("widget.png") == good && self.names() == names)
    }

    @Test func `where there is no room for it the picture stays as it is`() throws {
        let small = try WidgetRenderer().picture(
            of: { Color.white }, size: Size(width: 64, height: 32), scale: 1)
        let file = PNGEncoder.encode(small.bitmap)
        let aged = drawing.aged([("widget.png", file), ("original.jpg", [1])], age: 60)
        #expect(aged.map(\.name).sorted() == ["good-widget.png", "original.jpg", "widget.png"])
        #expect(aged.first { $0.name == "widget.png" }?.bytes == file)
    }

    @Test func `who draws no more brings the good pictures back`() throws {
        _ = try refresh()
        let (good, names) = (try bitmap("widget.png"), try names())
        widget.fail()
        widget.clock.advance(by: 2520)
        _ = try refresh()
        #expect(try bitmap("widget.png") != good)
        widget.clock.advance(by: 60)
        #expect(try widget.engine().refresh().status == .stale)
        #expect(try bitmap("widget.png") == good && self.names() == names)
    }

    @Test func `damaged files are handed on as they are`() {
        let aged = drawing.aged([("hits.json", Array("[".utf8)), ("widget.png", [1, 2])], age: 60)
        #expect(aged.first { $0.name == "hits.json" }?.bytes == Array("[".utf8))
        #expect(aged.first { $0.name == "widget.png" }?.bytes == [1, 2])
    }
}
