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

    /// Runs the program: its status, and what it prints or complains of.
    private func run(_ words: [String]) -> (status: Int32, output: String) {
        var printed: [String] = []
        let (status, complaint) = program.run(words) { printed.append($0) }
        #expect((complaint == nil) == (status == 0) && printed.count == (status == 0 ? 1 : 0))
        return (status, complaint ?? printed.joined())
    }

    @Test func `it lists its widgets`() {
        let (status, output) = run(["list"])
        #expect(status == 0 && output.contains("\"kind\": \"plain\"") && output.contains("systemMedium"))
    }

    @Test(arguments: ["../../esc", "", ".", "..", "a/b", ".hidden", "a\0b", "tab\t", String(repeating: "k", count: 65)])
    func `a kind that cannot be a directory's name is refused at the start, by name`(kind: String) {
        let configurations: [[WidgetDescription]] = [
            [StaticConfiguration(kind: kind, provider: NamedProvider(name: "x")) { Text($0.name) }.describe()]
                .compactMap(\.self),
            Plain().descriptions
                + [StaticConfiguration(kind: kind, provider: NamedProvider(name: "x")) { Text($0.name) }.describe()]
                .compactMap(\.self),
        ]
        for widgets in configurations {
            let state = scratch("state/below")
            for words in [["list"], ["timeline"], ["serve", "--port", "0", "--state-dir", state]] {
                let (status, complaint) = WidgetProgram(widgets).run(words) { _ in }
                #expect(status == 78)
                #expect(complaint?.contains(JSONText.string(kind).compact) == true)
            }
        }
        #expect((try? scratch.files()) == [])
    }

    @Test func `it draws over its own picture, and over another's file only by force`() throws {
        let path = scratch("plain.png")
        for _ in 0..<2 { #expect(run(["render", "-o", path]).status == 0) }
        try scratch.write([1], to: "plain.png")
        #expect(run(["render", "-o", path]).status == 73)
        #expect(try MappedFile.contents(ofFile: path) == [1])
        #expect(run(["render", "-o", path, "--force"]).status == 0)
    }

    @Test func `it draws, and reports like photowidget render`() throws {
        let path = scratch("plain.png")
        let (status, output) = run(["render", "--family=systemMedium", "--scale", "1", "-o", path, "--json"])
        #expect(status == 0)
        #expect(output.contains("\"width\": 338") && output.contains("\"widgetURL\": \"plain://tap\""))
        #expect(output.contains("\"alt\": \"plain\"") && output.contains("\"lint\": []"))
        let file = try #require(try MappedFile.contents(ofFile: path))
        #expect(try ImageDecoders.header(of: file).size == PixelSize(width: 338, height: 158))
    }

    @Test func `it tells its timeline and its day`() {
        let (status, timeline) = run(["timeline", "--widget", "plain"])
        #expect(status == 0 && timeline.contains("\"type\": \"never\""))
        let (simulated, day) = run(["simulate", "--for", "24h"])
        #expect(simulated == 0 && day.contains("\"granted\": 1") && day.contains("\"failures\": 0"))
    }

    @Test(arguments: [
        [], ["paint"], ["list", "--loud"], ["render"], ["render", "-o"], ["render", "-o", "x.png", "--size", "9"],
        ["render", "-o", "x.png", "--scale", "100"], ["render", "-o", "x.png", "--family", "huge"],
        ["render", "-o", "x.png", "--family", "systemLarge"], ["timeline", "--widget", "other"],
        ["simulate", "--for", "soon"], ["serve", "--port", "65536"], ["serve", "--state-dir", ""],
        ["serve", "--token", "geheim"],
    ])
    func `words that mean nothing are errors of usage`(words: [String]) {
        let (status, output) = run(words)
        #expect(status == 64 && !output.isEmpty && !output.contains("\n"))
    }

    @Test func `a picture that cannot be written is an error`() {
        #expect(run(["render", "-o", scratch("none/x.png")]).status == 73)
    }

    @Test(arguments: ["0.0.0.0", "192.0.2.1", "localhost", "::"])
    func `it serves nobody but this machine, and says who does`(address: String) throws {
        let (status, output) = run(["serve", "--listen", address, "--state-dir", scratch("state")])
        #expect(status == 64 && output.contains(address) && output.contains("photowidget serve --token-file"))
        #expect(try scratch.files().isEmpty)
    }

    @Test func `it says where its page is, and ends when it is asked to`() {
        let interruption = Interruption(signals: [])
        interruption.come()
        var lines: [String] = []
        let (status, complaint) = program.run(
            ["serve", "--port", "0", "--state-dir", scratch("state")], interruption: { interruption }
        ) { lines.append($0) }
        #expect(status == 0 && complaint == nil && lines.count == 1)
        #expect(lines.first?.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/) != nil)
    }

    @Test func `a port that is taken, and a machine without a home, are told`() throws {
        let server = try WidgetProgramServer(
            Plain().descriptions, address: "127.0.0.1", port: 0, stateDirectory: scratch("first"),
            interruption: Interruption(signals: []), now: { Date() })
        let port = try #require(server.url.split(separator: ":").last.map(String.init))
        #expect(run(["serve", "--port", port, "--state-dir", scratch("second")]).status == 75)
        #expect(run(["serve", "--port", "0"]).status == 78)
        extendLifetime(server)
    }
}
