import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing
import WidgetTimeline
import WidgetUI

/// Programs that are made of widgets.
@MainActor struct WidgetProgramTests {
    private struct Plain: Widget {
        var body: some WidgetConfiguration {
            StaticConfiguration(kind: "plain", provider: NamedProvider(name: "plain")) { entry in
                Text(entry.name).widgetURL(URL(string: "plain://tap"))
            }
            .supportedFamilies([.systemSmall, .systemMedium])
        }
    }

    private let scratch: ScratchDirectory
    private let program = WidgetProgram(Plain().descriptions) { Date(timeIntervalSince1970: 1_796_002_680) }

    init() throws { scratch = try ScratchDirectory() }

    @Test func `it lists its widgets`() {
        let (status, output) = program.run(["list"])
        #expect(status == 0 && output.contains("\"kind\": \"plain\"") && output.contains("systemMedium"))
    }

    @Test func `it draws, and reports like photowidget render`() throws {
        let path = scratch("plain.png")
        let (status, output) = program.run(["render", "--family=systemMedium", "--scale", "1", "-o", path, "--json"])
        #expect(status == 0)
        #expect(output.contains("\"width\": 338") && output.contains("\"widgetURL\": \"plain://tap\""))
        #expect(output.contains("\"alt\": \"plain\"") && output.contains("\"lint\": []"))
        let file = try #require(try MappedFile.contents(ofFile: path))
        #expect(try ImageDecoders.header(of: file).size == PixelSize(width: 338, height: 158))
    }

    @Test func `it tells its timeline and its day`() {
        let (status, timeline) = program.run(["timeline", "--widget", "plain"])
        #expect(status == 0 && timeline.contains("\"type\": \"never\""))
        let (simulated, day) = program.run(["simulate", "--for", "24h"])
        #expect(simulated == 0 && day.contains("\"granted\": 1") && day.contains("\"failures\": 0"))
    }

    @Test(arguments: [
        [], ["paint"], ["list", "--loud"], ["render"], ["render", "-o"], ["render", "-o", "x.png", "--size", "9"],
        ["render", "-o", "x.png", "--scale", "100"], ["render", "-o", "x.png", "--family", "huge"],
        ["render", "-o", "x.png", "--family", "systemLarge"], ["timeline", "--widget", "other"],
        ["simulate", "--for", "soon"],
    ])
    func `words that mean nothing are errors of usage`(words: [String]) {
        let (status, output) = program.run(words)
        #expect(status == 64 && !output.isEmpty && !output.contains("\n"))
    }

    @Test func `a picture that cannot be written is an error`() {
        #expect(program.run(["render", "-o", scratch("none/x.png")]).status == 73)
    }
}
