import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// A command needs only the directories it uses, and an option that narrows a feed needs a value.
@Suite struct NeededDirectoriesTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "feed.json")
        try scratch.write(Array("{ instances: [] }".utf8), to: "config.json5")
    }

    /// A command, and which of the two directories it uses.
    struct Row: Sendable, CustomTestStringConvertible {
        var words: [String]
        var cache = false
        var state = false
        var testDescription: String { words.joined(separator: " ") }

        init(_ words: String, cache: Bool = false, state: Bool = false) {
            self.words = words.split(separator: " ").map(String.init)
            (self.cache, self.state) = (cache, state)
        }
    }

    static let rows: [Row] = [
        Row("help"), Row("help refresh"), Row("--help"), Row("--version"), Row("completions bash"),
        Row("refresh --help"), Row("thumbnail @/a.jpg -o @/out.png"), Row("config check --config @/config.json5"),
        Row("config show --config @/config.json5"), Row("config create --config @/new/config.json5"),
        Row("cache stats", cache: true), Row("cache list", cache: true), Row("cache verify", cache: true),
        Row("cache prune", cache: true), Row("cache clear", cache: true),
        Row("prefetch --feed @/feed.json", cache: true),
        Row("current", state: true), Row("defaults groups", state: true), Row("links list", state: true),
        Row("defaults write --group group.com.example.app key 1", state: true),
        Row("simulate --widget todo --for 1h", state: true), Row("simulate --widget photo --for 1h", state: true),
        Row("timeline --widget todo", state: true),
        Row("render --widget todo --family systemMedium -o @/todo.png", state: true),
        Row("refresh --feed @/feed.json", cache: true, state: true),
        Row("timeline --feed @/feed.json", cache: true, state: true),
    ]

    /// What HOME may be where there is none.
    static let homes: [String?] = [nil, "", "relative", "."]

    @Test(arguments: rows, homes)
    func `a command works without the directories it does not use`(row: Row, home: String?) {
        var environment = environment(home)
        if row.cache { environment["PHOTOWIDGET_CACHE_DIR"] = scratch("cache") }
        if row.state { environment["PHOTOWIDGET_STATE_DIR"] = scratch("state") }
        let run = run(row, environment)
        #expect(!run.err.contains("HOME"), "\(run.err)")
        #expect(run.status != .badConfiguration && run.status != .bug, "\(run.err)")
    }

    @Test(arguments: rows.filter { $0.cache || $0.state }, homes)
    func `a command without a directory that it uses says so, and never takes the root`(row: Row, home: String?) {
        for missing in ["cache", "state"] where missing == "cache" ? row.cache : row.state {
            var environment = environment(home)
            if missing != "cache" { environment["PHOTOWIDGET_CACHE_DIR"] = scratch("cache") }
            if missing != "state" { environment["PHOTOWIDGET_STATE_DIR"] = scratch("state") }
            let run = run(row, environment)
            #expect(run.status == .badConfiguration, "\(run.err)")
            #expect(run.err.contains("HOME"), "\(run.err)")
        }
    }

    @Test(arguments: rows)
    func `the desktop's variables are enough, and relative ones count as unset`(row: Row) {
        let desktop = ["XDG_CACHE_HOME": scratch("xdg-cache"), "XDG_STATE_HOME": scratch("xdg-state")]
        #expect(run(row, desktop).status != .badConfiguration)
        let relative = ["XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "state", "HOME": scratch("home")]
        #expect(run(row, relative).status != .badConfiguration)
    }

    @Test func `doctor tells of each directory that cannot be found`() {
        let run = ProgramRun(["doctor", "--offline"], environment: [:])
        #expect(run.status == .badConfiguration)
        for check in ["cache-directory", "state-directory"] { #expect(run.out.contains(check)) }
    }

    // MARK: - A cache that cannot be written

    @Test func `a cache that cannot be written is told once, and pictures come all the same`() throws {
        try scratch.write([1], to: "file")
        let words = [
            "refresh", "--feed", scratch("feed.json"), "--cache-dir", scratch("file"), "--state-dir", scratch("state"),
        ]
        let first = ProgramRun(words)
        #expect(first.status == .done)
        #expect(first.err.split(separator: "\n").count { $0.contains("cache") } == 1, "\(first.err)")
        #expect(first.err.contains("cannot be written"))
        #expect(ProgramRun(words + ["--quiet"]).err == "")
        // What came is kept in the state directory.
        #expect(ProgramRun(words + ["--json"]).out.contains("\"cached\""))
        let doctor = ProgramRun([
            "doctor", "--offline", "--cache-dir", scratch("file"), "--state-dir", scratch("state"),
        ])
        #expect(doctor.out.contains("is not a directory"))
    }

    @Test func `a prefetch without a cache has nothing to do`() throws {
        try scratch.write([1], to: "file")
        let run = ProgramRun([
            "prefetch", "--feed", scratch("feed.json"), "--cache-dir", scratch("file"), "--state-dir", scratch("state"),
        ])
        #expect(run.status == .cannotCreate)
        #expect(run.err.contains("nothing can be prefetched"))
    }

    @Test func `where neither can be written a refresh says so and asks nothing`() throws {
        try scratch.write([1], to: "file")
        let run = ProgramRun([
            "refresh", "--feed", "http://127.0.0.1:9/feed", "--cache-dir", scratch("file"), "--state-dir",
            scratch("file"),
        ])
        #expect(run.status == .cannotCreate, "\(run.err)")
        #expect(!run.err.contains("127.0.0.1:9"))
    }

    // MARK: - Empty values

    /// Texts of which nothing can be seen.
    static let voids = [
        "", " ", ",", ",,", " , ", "\t", "\u{A0}", "\u{2003}", "\u{3000}", "\u{200B}", "\u{200B},\u{FEFF}", "\u{2060}",
        "\u{AD}", "\u{3164}", "\u{2800}", "\u{202E}", "\u{0}", "\u{7F}",
    ]
    static let narrowing = ["tags", "user", "group", "lang", "feed", "item"]

    @Test(arguments: narrowing, voids)
    func `an empty value of an option that narrows a feed is a usage error`(option: String, value: String) {
        for words in [["--\(option)", value], ["--\(option)=\(value)"]] {
            let run = ProgramRun(
                ["refresh", "--offline", "--state-dir", scratch("s"), "--cache-dir", scratch("c")] + words)
            #expect(run.status == .usage, "\(run.err)")
            #expect(run.err.contains("--\(option)"))
        }
    }

    @Test(arguments: ["prefetch", "run", "timeline", "doctor"])
    func `every command that takes such an option refuses it`(command: String) {
        #expect(ProgramRun([command, "--tags", "", "--offline"]).status == .usage)
        #expect(ProgramRun([command, "--tags", "texas", "--tags", " ", "--offline"]).status == .usage)
    }

    @Test(arguments: narrowing, ["\"\"", "\",\"", "\" \"", "\"\\u200b\"", "[]", "[\"\"]", "[\"texas\", \"\"]"])
    func `an empty setting that narrows a feed is a fault of the configuration`(name: String, value: String) throws {
        if name != "tags", value.hasPrefix("[") { return }
        try scratch.write(
            Array("{ instances: [ { kind: \"photo\", configuration: { \(name): \(value) } } ] }".utf8), to: "void.json5"
        )
        let run = ProgramRun(["config", "check", "--config", scratch("void.json5")])
        #expect(run.status == .badConfiguration)
        #expect(run.err.contains(name), "\(run.err)")
    }

    @Test(arguments: ["texas", "texas,sky", "texas,", "ü", "가", "🐄", "-dog", "a b", "\u{200D}a"])
    func `a value that says something passes`(value: String) {
        let run = ProgramRun([
            "refresh", "--offline", "--tags", value, "--state-dir", scratch("s"), "--cache-dir", scratch("c"),
        ])
        #expect(run.status == .unavailable, "\(run.err)")
    }

    // MARK: - What the tests ask for

    private func environment(_ home: String?) -> [String: String] { home.map { ["HOME": $0] } ?? [:] }

    private func run(_ row: Row, _ environment: [String: String]) -> ProgramRun {
        ProgramRun(row.words.map { $0.replacing("@", with: scratch.path) }, environment: environment)
    }
}
