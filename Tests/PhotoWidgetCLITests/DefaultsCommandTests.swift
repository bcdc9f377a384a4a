import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct DefaultsCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func defaults(_ words: String...) -> ProgramRun {
        ProgramRun(["defaults"] + words + ["--state-dir", scratch("state")])
    }

    @Test func `options stand before, between and behind the operands`() {
        #expect(defaults("write", "--group", "group.a.b", "key", "value").status == .done)
        #expect(defaults("--group=group.a.b", "read", "key").out == "value\n")
        #expect(defaults("read", "key", "--group", "group.a.b", "--type=string").out == "value\n")
    }

    @Test(arguments: [
        ("int", "-12000", "-12000"), ("double", "-0.50", "-0.5"), ("bool", "yes", "true"), ("data", "AP8=", "AP8="),
        ("date", "2026-11-30T01:38:00Z", "2026-11-30T01:38:00Z"), ("json", " [1] ", "[1]"), ("string", " x ", " x "),
    ])
    func `a value is read as it was written`(type: String, written: String, read: String) {
        let write = defaults("write", "--group", "group.a", "k", written, "--type", type)
        #expect(write.status == .done && write.out == "" && write.err == "")
        #expect(defaults("read", "--group", "group.a", "k").out == "\(read)\n")
        #expect(defaults("read", "--group", "group.a", "k", "--type", type).out == "\(read)\n")
    }

    @Test(arguments: [
        ("int", "12x"), ("int", "9223372036854775808"), ("double", "inf"), ("bool", "maybe"), ("data", "?"),
        ("date", "today"),
    ])
    func `a value that is none of its type is a usage error`(type: String, value: String) {
        let run = defaults("write", "--group", "group.a", "k", value, "--type", type)
        #expect(run.status == .usage && run.err.contains(value))
    }

    @Test func `JSON is one line, and holds JSON as it is`() throws {
        _ = defaults("write", "--group", "group.a", "k", "{\"a\":\n [1.50]}", "--type", "json")
        let run = defaults("read", "--group", "group.a", "k", "--json")
        #expect(
            run.out
                == "{\"group\":\"group.a\",\"key\":\"k\",\"type\":\"json\",\"date\":\"2026-11-30T01:38:00Z\",\"value\":{\"a\": [1.50]}}\n"
        )
    }

    @Test func `missing is 66, another type and broken JSON are 65`() {
        _ = defaults("write", "--group", "group.a", "k", "[1")
        #expect(defaults("read", "--group", "group.a", "other").status == .noInput)
        #expect(defaults("read", "--group", "group.a", "k", "--type", "int").status == .badData)
        let broken = defaults("read", "--group", "group.a", "k", "--type", "json", "--json")
        #expect(broken.status == .badData)
        #expect(broken.out.contains("\"code\":\"broken_json\""))
        #expect(defaults("delete", "--group", "group.a", "k").status == .done)
        #expect(defaults("delete", "--group", "group.a", "k").status == .noInput)
    }

    @Test func `a name that is no group is refused by policy`() {
        let run = defaults("write", "--group", "../evil", "k", "v")
        #expect(run.status == .refused && run.err.contains("../evil"))
    }

    @Test func `a write asks for the reload of kinds, or of all, not both`() throws {
        let run = defaults("write", "--group", "group.a", "k", "v", "--reload", "mine", "--reload", "yours", "--json")
        #expect(run.status == .done)
        let requests = ReloadRequests(stateDirectory: scratch("state"))
        #expect(try requests.take().map(\.kind) == ["mine", "yours"])
        #expect(defaults("delete", "--group", "group.a", "k", "--reload-all").status == .done)
        #expect(try requests.take().map(\.kind) == [nil])
        #expect(defaults("write", "--group", "group.a", "k", "v", "--reload", "a", "--reload-all").status == .usage)
    }

    @Test func `a reload that fails is no failed write`() throws {
        try scratch.write(Array("{ broken".utf8), to: "config.json5")
        let run = defaults(
            "write", "--group", "group.a", "k", "v", "--reload-all", "--config", scratch("config.json5"))
        #expect(run.status == .done && run.out == "reload requested\n")
        #expect(run.err.hasPrefix("photowidget: reload: "))
        #expect(try ReloadRequests(stateDirectory: scratch("state")).pending().map(\.kind) == [nil])
    }

    @Test func `groups are listed with their place`() throws {
        _ = defaults("write", "--group", "group.b", "k", "v")
        _ = defaults("write", "--group", "group.a", "k", "v")
        struct Listing: Decodable {
            struct Group: Decodable, Equatable {
                let group: String
                let keys: Int
            }
            let path: String
            let groups: [Group]
        }
        let listing = try JSONDecoder().decode(Listing.self, from: Data(defaults("groups", "--json").out.utf8))
        #expect(listing.path == "\(scratch("state"))/store/defaults.sqlite")
        #expect(listing.groups == [.init(group: "group.a", keys: 1), .init(group: "group.b", keys: 1)])
    }

    @Test func `a misspelt group is told from an empty one`() {
        _ = defaults("write", "--group", "group.app", "k", "v")
        #expect(defaults("read", "--group", "group.app", "x").err.hasSuffix("group.app has no value for the key x\n"))
        #expect(defaults("read", "--group", "group.ap", "k").err.hasSuffix("known: group.app\n"))
    }

    @Test func `a terminal is not written to by a value`() {
        _ = defaults("write", "--group", "group.a", "k", "\u{1B}[31mred")
        let words = ["defaults", "read", "--group", "group.a", "k", "--state-dir", scratch("state")]
        #expect(ProgramRun(words, isTerminal: true).out == "\u{FFFD}[31mred\n")
        #expect(ProgramRun(words).out == "\u{1B}[31mred\n")
    }

    @Test(arguments: [[], ["read"], ["write", "k"], ["groups", "k"], ["frobnicate"], ["read", "k"]])
    func `what is missing or too much is a usage error`(words: [String]) {
        #expect(ProgramRun(["defaults"] + words + ["--state-dir", scratch("state")]).status == .usage)
    }
}
