import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@MainActor @Suite struct RenderCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func render(_ words: String..., isTerminal: Bool = false) -> ProgramRun {
        ProgramRun(
            ["render"] + words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")],
            environment: ["HOME": "/nowhere", "TERM": "xterm-256color"], isTerminal: isTerminal)
    }

    private func file(_ name: String) throws -> [UInt8] {
        try #require(try MappedFile.contents(ofFile: scratch(name)))
    }

    private func bitmap(_ bytes: [UInt8]) throws -> Bitmap {
        try ImageDecoders.thumbnail(
            of: bytes, ThumbnailRequest(box: PixelSize(width: 5000, height: 5000))
        ).bitmap
    }

    @Test func `the report names file, size, hits, words and findings`() throws {
        let run = render(
            "--widget", "budget", "--family", "systemMedium", "--scale", "2", "-o", scratch("b.png"), "--json")
        #expect(run.status == .done && run.err.isEmpty)
        let report = try JSONTestReader.object(run.out)
        #expect(report["path"] as? String == scratch("b.png"))
        #expect(report["alt"] as? String == "이번 달 잔액, 0원, 수입 추가, 지출 추가")
        #expect(report["validUntil"] as? String == "2026-11-30T01:39:00Z")
        #expect(run.out.contains("\"width\": 676") && run.out.contains("\"height\": 316"))
        #expect(run.out.contains("wooribudget://addincome") && run.out.contains("\"lint\": []"))
        #expect(try bitmap(file("b.png")).size == PixelSize(width: 676, height: 316))
    }

    @Test func `a photo covers the widget at its own pixels`() throws {
        try scratch.write(try SamplePicture.jpeg(900, 600), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "saved/feed.json")
        let run = render(
            "--widget", "photo", "--feed", scratch("saved/feed.json"), "--family", "systemSmall", "--json", "-o",
            scratch("p.png"))
        #expect(run.status == .done && run.out.contains("\"lint\": []"))
        #expect(run.out.contains("\"widgetURL\": \"widget://deeplink?url="))
        #expect(try bitmap(file("p.png")).size == PixelSize(width: 316, height: 316))
    }

    @Test(arguments: [
        (["--scale", "1,3"], ["widget-dark.png", "widget-dark@3x.png", "widget.png", "widget@3x.png"]),
        (["--scheme", "dark"], ["widget-dark.png", "widget-dark@2x.png"]),
        (["--scale", "1.5", "--scheme", "light,light"], ["widget@1.5x.png"]), ([], []),
    ])
    func `refresh publishes a photo in the scales and schemes that are asked for`(
        words: [String], pictures: [String]
    ) throws {
        try scratch.write(try SamplePicture.jpeg(900, 600), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "saved/feed.json")
        let run = ProgramRun(
            ["refresh", "--feed", scratch("saved/feed.json")] + words
                + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")])
        #expect(run.status == .done && run.err.isEmpty)
        let names = try Directory.entries(of: scratch("state/published/photo/default/current")).map(\.name)
        #expect(names.filter { $0.hasPrefix("widget") }.sorted() == pictures)
    }

    @Test(arguments: [
        ["--scale", "9"], ["--scale", "1,"], ["--scheme", "sepia"], ["--line-height", "9"], ["--line-height", "=1"],
        ["--line-height", "A=B=1"],
    ])
    func `refresh refuses what is no scale, scheme or height`(words: [String]) {
        let run = ProgramRun(["refresh", "--widget", "budget", "--state-dir", scratch("state")] + words)
        #expect(run.status == .usage && run.err.contains("\(words[0]): \"\(words[1])\" is not"))
    }

    @Test func `e-paper gets what it can show`() throws {
        #expect(
            render("--widget", "budget", "--size", "800x480", "--depth", "1", "-o", scratch("e.bmp")).status == .done)
        #expect(try file("e.bmp").count == 48_062)
        #expect(
            render("--widget", "budget", "--size", "800x480", "--depth", "1", "-o", scratch("e.png")).status == .done)
        let png = try file("e.png")
        #expect(png.count <= 90_000 && png[24] == 1 && png[25] == 0)
        #expect(
            render("--widget", "budget", "--size", "64x32", "--palette", "black,white,red", "-o", scratch("c.png"))
                .status == .done)
        #expect(try file("c.png")[25] == 3)
    }

    @Test func `a size may name its scale`() throws {
        #expect(render("--widget", "budget", "--size", "200x100@1.5", "-o", scratch("s.png")).status == .done)
        #expect(try bitmap(file("s.png")).size == PixelSize(width: 300, height: 150))
        #expect(
            render("--widget", "budget", "--size", "200x100@1.5", "--scale", "1", "-o", scratch("s.png")).status
                == .done)
        #expect(try bitmap(file("s.png")).size == PixelSize(width: 200, height: 100))
    }

    @Test func `lint says what would look wrong, and is no failure`() {
        let run = render("--widget", "budget", "--size", "64x32", "--lint")
        #expect(run.status == .done)
        #expect(run.out.contains("overflow: the content is ") && run.out.contains("truncated-text: "))
        #expect(render("--widget", "budget", "--lint").out.isEmpty)
    }

    @Test func `the picture goes to standard output where nothing else does`() throws {
        let run = render("--widget", "budget")
        #expect(run.status == .done)
        #expect(try bitmap(run.data).size == PixelSize(width: 676, height: 316))
        #expect(render("--widget", "budget", "-o", "-", "--json").status == .usage)
        #expect(render("--widget", "budget", isTerminal: true).status == .usage)
    }

    @Test(arguments: [
        ["--size", "0x10"], ["--size", "10"], ["--size", "10x"], ["--size", "10x10@0"], ["--size", "x10x10"],
        ["--size", "nanx10"], ["--scale", "0"], ["--scale", "inf"], ["--depth", "3"], ["--palette", "black"],
        ["--palette", "black,white", "--depth", "1"], ["--scheme", "sepia"], ["-o", "picture.tiff"],
        ["--size", "16000x16000@8"], ["--family", "systemSmall"],
    ])
    func `a wrong value is an error of usage, and nothing is written`(words: [String]) throws {
        let run = ProgramRun(
            ["render", "--widget", "budget", "-o", scratch("x.png"), "--state-dir", scratch("state")] + words)
        #expect(run.status == .usage && run.err.hasPrefix("photowidget: ") && run.out.isEmpty)
        #expect(try FileStatus.of(scratch("x.png")) == nil)
    }

    @Test func `a folder of assets that is missing is an error`() {
        let run = render("--widget", "budget", "--assets", scratch("none"), "-o", scratch("x.png"))
        #expect(run.status == .noInput)
    }

    @Test func `a terminal is shown the picture, anything else is not`() throws {
        let shown = render("--widget", "budget", "--terminal", isTerminal: true)
        #expect(shown.status == .done && shown.out.contains("\u{1B}["))
        #expect(render("--widget", "budget", "--terminal").status == .usage)
    }

    @Test func `refresh shows the picture to a person, and to nobody else`() throws {
        func refresh(_ words: String..., isTerminal: Bool = true, environment: [String: String] = [:]) -> String {
            ProgramRun(
                ["refresh", "--widget", "budget", "--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
                    + words, environment: ["HOME": "/nowhere", "TERM": "xterm-kitty"].merging(environment) { $1 },
                isTerminal: isTerminal
            ).out
        }
        #expect(refresh().contains("\u{1B}_G"))
        #expect(!refresh(isTerminal: false).contains("\u{1B}"))
        #expect(!refresh("--json").contains("\u{1B}") && !refresh("--no-color").contains("\u{1B}"))
        #expect(!refresh(environment: ["NO_COLOR": "1"]).contains("\u{1B}"))
        #expect(!refresh(environment: ["TERM": "dumb"]).contains("\u{1B}"))
    }
}
