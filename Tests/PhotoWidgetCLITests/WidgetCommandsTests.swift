import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct WidgetCommandsTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "saved/feed.json")
    }

    private func run(_ words: String...) -> ProgramRun {
        ProgramRun(words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")])
    }

    private func write(_ text: String, to key: String = "data", reload kind: String? = nil) -> ProgramRun {
        let words = ["defaults", "write", "--group", "group.react.native.widget.example", key, text]
        return ProgramRun(
            words + (kind.map { ["--reload", $0] } ?? []) + [
                "--cache-dir", scratch("cache"), "--state-dir", scratch("state"),
            ])
    }

    private func configure(_ text: String) throws -> String {
        try scratch.write(Array(text.utf8), to: "config.json5")
        return scratch("config.json5")
    }

    // MARK: - Kinds and families

    @Test(arguments: [
        ["refresh", "--widget"], ["timeline", "--widget"], ["simulate", "--widget"], ["reload"],
        ["doctor", "--widget"],
    ])
    func `an unknown kind is an error that lists the known ones`(words: [String]) {
        let run = ProgramRun(
            words + ["todos", "--json", "--state-dir", scratch("state"), "--cache-dir", scratch("cache")])
        #expect(run.status == .usage)
        #expect(run.err == "photowidget: todos: no such widget (known: photo, todo, budget)\n")
        #expect(run.out.contains("\"code\":\"unknown_kind\""))
    }

    @Test func `a family that the widget has not is an error that lists those it has`() {
        let run = run("refresh", "--widget", "budget", "--family", "systemSmall")
        #expect(run.status == .usage)
        #expect(run.err == "photowidget: budget cannot be systemSmall (it can be systemMedium)\n")
    }

    // MARK: - Refresh, timeline, current

    @Test func `another widget is published like a photo, and its drawing is the picture`() throws {
        #expect(run("refresh", "--widget", "todo", "--quiet").status == .done)
        let entry = try JSONTestReader.object(run("current", "--widget", "todo", "--json").out)
        #expect(entry["schema"] as? String == "photowidget.entry/1" && entry["kind"] as? String == "todo")
        #expect(entry["status"] as? String == "fresh" && entry.keys.contains("photo") && entry.keys.contains("image"))
        #expect(run("current", "--widget", "todo").out.hasSuffix("/widget.png\n"))
    }

    @Test func `a widget that fails before anything good was seen shows its placeholder`() {
        _ = write("[{")
        let run = run("refresh", "--widget", "todo", "--json")
        #expect(run.status == .unavailable)
        #expect(run.out.contains("\"status\": \"placeholder\""))
        #expect(run.err.hasPrefix("photowidget: nothing to show yet: data: broken JSON"))
    }

    @Test func `a timeline of photos has pictures of each entry in the cache`() throws {
        let names = (1...4).map { "\($0).jpg" }
        for (index, name) in names.enumerated() {
            try scratch.write(try SamplePicture.jpeg(300, 200, seed: index), to: "saved/\(name)")
        }
        try scratch.write(ListedFeed.json(names), to: "saved/feed.json")
        let run = run("refresh", "--feed", scratch("saved/feed.json"), "--entries", "3", "--json")
        #expect(run.status == .done)
        #expect(run.out.contains("\"date\": \"2026-11-30T01:47:00Z\""))
        let upcoming = try scratch.files(below: "state/published/photo/default/.upcoming")
        #expect(upcoming.filter { $0.hasSuffix("thumbnail.png") }.count == 2)
    }

    // MARK: - Writes and reloads

    @Test func `a write with its reload ends in an entry of the new value`() throws {
        #expect(run("refresh", "--widget", "todo", "--quiet").status == .done)
        let reload = ProgramRun([
            "reload", "todo", "--json", "--cache-dir", scratch("cache"), "--state-dir", scratch("state"), "--now",
            "2026-11-30T02:00:00Z",
        ])
        let report = try #require(
            (try JSONTestReader.object(reload.out)["reloads"] as? [[String: Any]])?.first)
        #expect(report["answer"] as? String == "granted" && report["by"] as? String == "command")
        #expect((report["entry"] as? [String: Any])?["date"] as? String == "2026-11-30T02:00:00Z")
    }

    @Test func `a reload needs a kind or all of them`() {
        #expect(run("reload").status == .usage)
        #expect(run("reload", "todo", "--all").status == .usage)
        #expect(run("reload", "--all").status == .done)
    }

    // MARK: - Simulate and doctor

    @Test func `a day of photos is asked for 480 times and granted within the budget`() throws {
        let run = run("simulate", "--widget", "photo", "--for", "24h", "--json")
        let report = try JSONTestReader.object(run.out)
        let totals = try #require(report["totals"] as? [String: Any])
        #expect(totals["asked"] as? Int == 480)
        let granted = try #require(totals["granted"] as? Int)
        #expect((1...70).contains(granted) && totals["refused"] as? Int == 480 - granted)
        #expect((totals["held"] as? [String: Any])?["budget"] != nil)
        #expect(try scratch.files().allSatisfy { $0.hasPrefix("saved/") })
    }

    @Test func `twelve photos in each timeline are forty timelines a day`() {
        let lines = run("simulate", "--entries", "12", "--for", "1d").out.split(separator: "\n")
        #expect(lines.last == "asked 40, granted 40, refused 0; failures 0, switches 480")
    }

    @Test func `doctor says how old a widget is, and what it waits for`() throws {
        #expect(run("doctor", "--widget", "todo").out.contains("nothing has been published yet"))
        _ = write("[]")
        _ = run("refresh", "--widget", "todo")
        let report = try JSONTestReader.object(run("doctor", "--widget", "todo", "--json").out)
        #expect((report["shown"] as? [String: Any])?["age"] as? Int == 0)
        #expect((report["next"] as? [String: Any])?["date"] as? String == "2026-11-30T02:38:00Z")
        #expect(report["daemon"] as? Bool == false)
    }

    // MARK: - Configuration

    @Test func `an instance shows what the configuration sets, where the command line is silent`() throws {
        let config = try configure(
            """
            { instances: [{ kind: "photo", instance: "kitchen", every: "5m", publish: "shown",
              configuration: { feed: "saved/feed.json", size: "30x30" } }] }
            """)
        let entry = try JSONTestReader.object(
            run("refresh", "--config", config, "--instance", "kitchen", "--json").out)
        #expect(entry["validUntil"] as? String == "2026-11-30T01:43:00Z")
        #expect((entry["image"] as? [String: Any])?["width"] as? Int == 30)
        #expect(run("current", "--config", config, "--instance", "kitchen").out.hasPrefix(scratch("shown/")))
        let other = try JSONTestReader.object(
            run("refresh", "--config", config, "--instance", "kitchen", "--size", "60x60", "--every", "60", "--json")
                .out)
        #expect((other["image"] as? [String: Any])?["width"] as? Int == 60)
        #expect(other["validUntil"] as? String == "2026-11-30T01:39:00Z")
    }

    @Test(arguments: [
        ("{instances: [{kind: 'photo', instnce: 'a'}]}", ":1: \"instnce\" is not known; did you mean instance?"),
        ("{instances: [\n{kind: 'photo', configuration: {size: 'huge'}}]}", ":2: size is \"huge\", not WxH"),
        ("{instances: [\n{kind: 'photo', configuration: {item: 'x'}}]}", ":2: item is \"x\", not first"),
    ])
    func `what is wrong with the configuration is told, and nothing is done`(text: String, expected: String) throws {
        let config = try configure(text)
        for words in [["config", "check"], ["refresh"], ["run"], ["current"]] {
            let run = ProgramRun(
                words + ["--config", config, "--state-dir", scratch("s"), "--cache-dir", scratch("c")])
            #expect(run.status == .badConfiguration)
            #expect(run.err.hasPrefix("photowidget: \(config)\(expected)"))
        }
    }

    @Test func `a photo can be set as the command line's options can`() {
        let network: [Option] = [.allowAddresses, .proxy, .caFile]
        let options = OptionGroup.feed.options + OptionGroup.picture.options + network + [.entries]
        // `sandbox: "off"` is what `--no-sandbox` is on the command line.
        #expect(Set(PhotoFrame.settings.map(\.name)) == Set(options.map(\.name) + ["sandbox"]))
    }
}
