import FoundationEssentials
import Raster
import TestSupport
import Testing
import WidgetTimeline
import WidgetUI

@testable import PhotoWidget

@MainActor @Suite struct WidgetRendererTests {
    private let scratch: ScratchDirectory
    private let now = Date(timeIntervalSince1970: 1_796_002_680)

    init() throws { scratch = try ScratchDirectory() }

    private func engine(_ widget: WidgetDescription) -> WidgetEngine {
        let now = now
        return WidgetEngine(
            widget, instance: WidgetInstance(WidgetID(kind: widget.kind)), stateDirectory: scratch("state"),
            now: { now })
    }

    private func budget() -> WidgetEngine {
        let now = now
        return engine(Budget.description(stateDirectory: scratch("state"), language: "ko", now: { now }))
    }

    @Test func `the budget is drawn as its author painted it`() throws {
        let picture = try budget().render(with: WidgetRenderer(), scale: 2, scheme: .light).picture
        let bitmap = picture.bitmap
        #expect(bitmap.size == PixelSize(width: 676, height: 316))
        let place = (bitmap.size.height * 5 / 100 * bitmap.size.width + bitmap.size.width * 20 / 100) * 4
        #expect(Array(bitmap.pixels[place..<place + 4]) == [0x5F, 0x94, 0xF7, 0xFF])
        #expect(picture.findings.isEmpty)
        #expect(picture.altText == "이번 달 잔액, 0원, 수입 추가, 지출 추가")
    }

    @Test func `a tap on a button of the budget opens its link, one beside it nothing`() throws {
        let picture = try budget().render(with: WidgetRenderer(), scale: 1, scheme: .light).picture
        func url(_ x: Double, _ y: Double) -> String? {
            picture.hits.first { $0.frame.contains(Point(x: x, y: y)) }?.url.absoluteString
        }
        #expect(url(90, 116) == "wooribudget://addincome" && url(250, 116) == "wooribudget://addexpense")
        #expect(url(10, 10) == nil && picture.widgetURL == nil)
        #expect(picture.hitsJSON.compact.hasPrefix("[{\"rect\":[175,"))
    }

    @Test func `todos are drawn light and dark, with what there is no room for`() throws {
        let now = now
        let todo = engine(TodoList.description(stateDirectory: scratch("state"), now: { now }))
        let light = try todo.render(with: WidgetRenderer(), scale: 1, scheme: .light).picture
        let dark = try todo.render(with: WidgetRenderer(), scale: 1, scheme: .dark).picture
        #expect(light.bitmap != dark.bitmap && light.altText == "Please Add Todo")
        #expect(Array(light.bitmap.pixels.prefix(4)) == [255, 255, 255, 255])
        #expect(Array(dark.bitmap.pixels.prefix(4)) == [0x1C, 0x1C, 0x1E, 255])
    }

    @Test func `any size is drawn`() throws {
        var engine = budget()
        engine.displaySize = DisplaySize(width: 64, height: 32)
        let picture = try engine.render(with: WidgetRenderer(), scale: 1, scheme: .light).picture
        #expect(picture.bitmap.size == PixelSize(width: 64, height: 32))
        #expect(picture.findings.contains { $0.rule == "overflow" })
        engine.displaySize = DisplaySize(width: 1e9, height: 1)
        #expect(throws: WidgetError.self) { try engine.render(with: WidgetRenderer(), scale: 1, scheme: .light) }
    }

    // MARK: - What is published

    @Test func `pictures of both schemes and scales are published beside the entry, and where taps lead`() throws {
        var engine = budget()
        engine.drawing = PublishedDrawing(WidgetRenderer())
        let entry = try engine.refresh()
        #expect(entry.family == "systemMedium")
        let current = scratch("state/published/budget/default/current")
        let names = try Directory.entries(of: current).map(\.name).sorted()
        #expect(
            names == [
                "entry.json", "hits.json", "widget-dark.png", "widget-dark@2x.png", "widget.png", "widget@2x.png",
            ])
        let bytes = try #require(try MappedFile.contents(ofFile: "\(current)/widget@2x.png"))
        let picture = try ImageDecoders.thumbnail(
            of: bytes, ThumbnailRequest(box: PixelSize(width: 2000, height: 2000)))
        #expect(picture.bitmap.size == PixelSize(width: 676, height: 316))
        let hits = String(
            decoding: try #require(try MappedFile.contents(ofFile: "\(current)/hits.json")), as: UTF8.self)
        #expect(hits.contains("wooribudget://addincome") && hits.contains("\"alt\": \"이번 달 잔액, 0원"))
        #expect(hits.contains("\"sha256\": \"\(SHA256.hexDigest(of: bytes))\""))
    }

    @Test func `a picture that is the same keeps its file under the next entry`() throws {
        let clock = TestClock()
        var engine = WidgetEngine(
            Budget.description(stateDirectory: scratch("state"), language: "ko", now: { clock.now }),
            instance: WidgetInstance(WidgetID(kind: "budget")), stateDirectory: scratch("state"), now: { clock.now })
        engine.drawing = PublishedDrawing(WidgetRenderer())
        let path = scratch("state/published/budget/default/current/widget.png")
        _ = try engine.refresh()
        let first = try #require(try FileStatus.of(path))
        let firstSet = try SymbolicLink.target(at: Path.parent(of: path))
        clock.advance(by: 3600)
        _ = try engine.refresh()
        #expect(try SymbolicLink.target(at: Path.parent(of: path)) != firstSet)
        #expect(try FileStatus.of(path)?.identity == first.identity)
    }
}

@Suite struct PictureVariantTests {
    @Test func `files are named by scheme and scale`() {
        #expect(
            PictureVariant.standard.map(\.fileName) == [
                "widget.png", "widget@2x.png", "widget-dark.png", "widget-dark@2x.png",
            ])
        #expect(PictureVariant(scale: 1.5, scheme: .dark).fileName == "widget-dark@1.5x.png")
    }

    @Test(arguments: [0.25, 1, 1.5, 2, 3], ColorScheme.allCases)
    func `a file's name tells its variant`(scale: Double, scheme: ColorScheme) {
        let variant = PictureVariant(scale: scale, scheme: scheme)
        #expect(PictureVariant(fileName: variant.fileName) == variant)
    }

    @Test(arguments: [
        "widget", "widget@.png", "widget@x.png", "widget@1x.png", "widget@-2x.png", "widget@2.0x.png",
        "widget-light.png",
        "good-widget.png", "thumbnail.png", "widget@nanx.png", "widget@1e300x.png", "widget@infx.png",
        "widget@99999999999999999999x.png",
    ])
    func `other files are no variant`(name: String) { #expect(PictureVariant(fileName: name) == nil) }
}
