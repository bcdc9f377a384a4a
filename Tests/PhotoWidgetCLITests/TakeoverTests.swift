import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// What version 5e16d35 wrote (Tests/Takeover/5e16d35.tar.gz, made by make.py beside it) is taken over, and nothing is lost.
@Suite struct TakeoverTests {
    private let scratch: ScratchDirectory
    private let group: GroupName

    init() throws {
        scratch = try ScratchDirectory()
        group = try GroupName("group.com.example.taken")
        let archive = "\(Path.parent(of: Path.parent(of: #filePath)))/Takeover/5e16d35.tar.gz"
        var process = pid_t()
        let texts: [String] = ["tar", "-xpzf", archive, "-C", scratch.path, "--no-same-owner"]
        var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        let code = unsafe posix_spawnp(&process, "tar", nil, nil, &words, environ)
        try #require(code == 0)
        var status: Int32 = 0
        let ended = unsafe waitpid(process, &status, 0)
        try #require(ended == process && status == 0)
    }

    private var state: String { scratch("state") }
    private var defaults: SharedDefaults { SharedDefaults(group: group, stateDirectory: state) }
    private var queue: LinkQueue {
        get throws {
            LinkQueue(
                stateDirectory: state, handlerFile: scratch("home/link-handlers.json"),
                builtIn: try BuiltInSchemes.all())
        }
    }

    private func run(_ words: String...) -> ProgramRun {
        ProgramRun(
            words + ["--cache-dir", scratch("cache"), "--state-dir", state], environment: ["HOME": scratch("home")])
    }

    @Test func `the shared store moves to its directory with every value, its type and its date`() throws {
        let date = Date(timeIntervalSince1970: 1_796_002_680)
        let expected: [(String, DefaultsValue)] = [
            ("bool", .bool(true)), ("data", .data([0, 255, 10])), ("date", .date(date)), ("double", .double(0.1)),
            ("int", .int(.min)), ("json", .json("{\"a\":[1,null]}")), ("python", .int(7)), ("text", .string("사진")),
        ]
        let entries = try defaults.entries()
        #expect(entries.map(\.key) == expected.map(\.0) && entries.map(\.value) == expected.map(\.1))
        #expect(entries.filter { $0.key != "python" }.allSatisfy { $0.date == date })
        #expect(try DefaultsGroups(stateDirectory: state).all().map(\.keyCount) == [8, 1, 1])
        for name in ["defaults.sqlite", "defaults.changed", "links.lock"] {
            #expect(try SymbolicLink.target(at: "\(state)/\(name)") == "store/\(name)")
            #expect(try FileStatus.of("\(state)/store/\(name)")?.kind == .file)
        }
    }

    @Test func `reloads and links that wait are kept in their order, and a listener gets them`() throws {
        let requests = try ReloadRequests(stateDirectory: state).take()
        #expect(requests.map(\.kind) == ["todo", nil] && requests.map(\.key) == ["python", nil])
        let urls = ["widget://deeplink?url=https%3A%2F%2Fwww.flickr.com", "wooribudget://report?n=1", "heard://x"]
        #expect(try queue.pending().map(\.url.text) == urls)
        let listener = try LinkListener(try queue, scheme: try LinkScheme("heard"), stateDirectory: state)
        guard case .link(let event) = try listener.next(until: .now) else {
            Issue.record("the link of an older version does not come")
            return
        }
        #expect(event.url.text == "heard://x")
    }

    @Test func `the commands of schemes move to a file of the user's own, and are run`() throws {
        #expect(
            try queue.schemes() == [
                try LinkScheme("heard"), try LinkScheme("taken", hosts: ["a"], handler: ["true", "%u", "--flag"]),
                try LinkScheme("widget", hosts: ["deeplink"]),
                try LinkScheme("wooribudget", hosts: ["addincome", "report"]),
            ])
        #expect(try queue.ignoredHandlers() == [])
        guard case .handled = try queue.open("taken://a") else {
            Issue.record("the command was not run")
            return
        }
        var status = stat()
        #expect(unsafe stat("\(state)/link-handlers.json", &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }

    @Test func `of a store that a group could write the commands are listed, and not run`() throws {
        for (name, mode) in [("", 0o2770), ("/defaults.sqlite", 0o660), ("/links.lock", 0o660)] as [(String, mode_t)] {
            #expect(unsafe chmod(state + name, mode) == 0)
        }
        guard case .queued = try queue.open("taken://a") else {
            Issue.record("a command that a member may have written was run")
            return
        }
        #expect(
            try queue.ignoredHandlers() == [.stored(scheme: "taken", command: ["true", "%u", "--flag"])])
        #expect(try defaults.entries().count == 8)
        var status = stat()
        #expect(unsafe stat(state, &status) == 0 && status.st_mode & 0o7777 == 0o710)
    }

    @Test func `a store that was moved twice over loses nothing`() throws {
        try defaults.write(.int(1), forKey: "new")
        // A backup of the older store is laid in the old place.
        for name in ["", "-wal", "-shm"] { try Directory.removeFile(at: "\(state)/defaults.sqlite\(name)") }
        let copy = try MappedFile.contents(ofFile: "\(state)/store/defaults.sqlite")
        try AtomicFile.replace(at: "\(state)/defaults.sqlite", with: try #require(copy))
        try defaults.write(.int(2), forKey: "newer")
        #expect(try defaults.entries().count == 10)
        #expect(try FileStatus.of("\(state)/defaults.sqlite")?.kind == .symbolicLink)
        #expect(try FileStatus.of("\(state)/defaults.sqlite.merged")?.kind == .file)
    }

    @Test(arguments: ["photo", "todo", "budget"])
    func `what was published is current`(kind: String) throws {
        let run = run("current", "--widget", kind, "--json")
        #expect(run.status == .done && run.err == "")
        #expect(try JSONTestReader.object(run.out)["kind"] as? String == kind)
    }

    @Test(arguments: ["first", "2"])
    func `what the cache holds is a hit without a request`(item: String) throws {
        let objects = try scratch.files(below: "cache/objects"),
            thumbnails = try scratch.files(below: "cache/thumbnails")
        let run = run(
            "refresh", "--feed", "http://127.0.0.1:18743/feed", "--size", "48x48", "--item", item, "--offline",
            "--json",
            "--now", "2026-11-30T02:00:00Z")
        #expect(run.status == .done, "\(run.err)")
        #expect(try JSONTestReader.object(run.out)["status"] as? String == "cached")
        #expect(try scratch.files(below: "cache/objects") == objects)
        #expect(Set(thumbnails).isSubset(of: try scratch.files(below: "cache/thumbnails")))
        #expect(try scratch.files(below: "cache/partials").count == 1)
        #expect(self.run("cache", "verify").status == .done)
    }

    @Test func `the schedule goes on where it was, and the configuration is valid`() throws {
        for kind in ["photo", "todo", "budget"] {
            let id = WidgetID(kind: kind, instance: "default")
            #expect(try ScheduleStore(stateDirectory: state, id: id).read() != ScheduleRecord())
        }
        #expect(run("config", "check", "--config", scratch("config.json5")).status == .done)
        let timeline = run("timeline", "--widget", "todo", "--config", scratch("config.json5"), "--json")
        #expect(timeline.status == .done, "\(timeline.err)")
    }
}
