import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct ProgramTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "saved/feed.json")
    }

    private func run(_ words: String..., isTerminal: Bool = false) -> ProgramRun {
        let directories = ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
        return ProgramRun(words + directories, isTerminal: isTerminal)
    }

    private func refresh(_ words: String..., feed: String = "saved/feed.json") -> ProgramRun {
        let all = [
            "refresh", "--feed", scratch(feed), "--cache-dir", scratch("cache"), "--state-dir", scratch("state"),
        ]
        return ProgramRun(all + words)
    }

    // MARK: - Refresh and current

    @Test func `a refresh prints the entry that it published`() throws {
        let refresh = refresh("--json")
        #expect(refresh.status == .done)
        #expect(refresh.err == "")
        let entry = try entry(refresh.out)
        #expect(entry["status"] as? String == "fresh")
        #expect(entry["date"] as? String == "2026-11-30T01:38:00Z")
        #expect(entry["validUntil"] as? String == "2026-11-30T01:41:00Z")
        let current = run("current", "--json")
        #expect(current.out == refresh.out)
        #expect(run("current").out.hasSuffix("/thumbnail.png\n"))
    }

    @Test func `the entry has every key of the contract`() throws {
        let entry = try entry(refresh("--json").out)
        #expect(
            Set(entry.keys) == [
                "schema", "kind", "instance", "family", "date", "validUntil", "policy", "status", "reason", "photo",
                "image", "deepLink",
            ])
    }

    @Test func `an entry that the feed leaves out is told on one line, unless quiet`() throws {
        try scratch.write(ListedFeed.json(["a.jpg", ""]), to: "saved/feed.json")
        let run = refresh("--json")
        #expect(run.status == .done)
        #expect(run.err == "photowidget: warning: items[1] skipped: media.m is empty\n")
        #expect(refresh("--quiet").err == "")
    }

    @Test func `what the feed could mend is told only with verbose`() throws {
        let text = String(decoding: ListedFeed.json(["a.jpg"]), as: UTF8.self)
        try scratch.write(Array(text.replacing("one", with: #"It\'s"#).utf8), to: "saved/feed.json")
        #expect(refresh().err == "")
        #expect(refresh("--verbose").err.contains("repaired 1"))
    }

    @Test func `quiet prints nothing`() {
        let run = refresh("--quiet")
        #expect(run.status == .done && run.out == "" && run.err == "")
    }

    @Test func `a failing feed leaves the last picture, and strict tells by the status`() throws {
        #expect(refresh().status == .done)
        try scratch.write(Array("<html>".utf8), to: "saved/feed.json")
        let stale = refresh("--json")
        #expect(stale.status == .done)
        #expect(try entry(stale.out)["status"] as? String == "stale")
        #expect(stale.err.hasPrefix("photowidget: the last good picture serves: "))
        #expect(refresh("--strict").status == .tryLater)
    }

    @Test(arguments: [
        ("<html>busy</html>", PhotoWidgetCLI.ExitStatus.badData, "bad_feed"), ("", .badData, "bad_feed"),
        (#"{"title": "x"}"#, .badData, "bad_feed"), (#"{"title": "x", "items": []}"#, .noPhotos, "no_photos"),
        (#"{"items": [{"title": "", "media": {"m": "http://127.0.0.1/a.jpg"}}]}"#, .refused, "address_refused"),
        (#"{"items": [{"title": "", "media": {"m": "../a.jpg"}}]}"#, .refused, "address_refused"),
    ])
    func `what is wrong with a feed decides the status`(feed: String, status: PhotoWidgetCLI.ExitStatus, code: String)
        throws
    {
        try scratch.write(Array(feed.utf8), to: "saved/bad.json")
        let run = refresh("--json", feed: "saved/bad.json")
        #expect(run.status == status)
        #expect(run.err.split(separator: "\n").count == 1)
        #expect(run.out.contains("\"code\":\"\(code)\""))
    }

    @Test func `a missing feed is a missing input`() {
        #expect(refresh(feed: "saved/nowhere.json").status == .noInput)
    }

    @Test func `current without a publication says what publishes`() {
        let current = run("current")
        #expect(current.status == .unavailable)
        #expect(current.err.contains("photowidget refresh publishes"))
    }

    // MARK: - Thumbnail

    @Test(arguments: [("out.png", [0x89, 0x50] as [UInt8]), ("out.pam", [0x50, 0x37]), ("out.jpg", [0xFF, 0xD8])])
    func `a thumbnail is written in the format of its name`(name: String, magic: [UInt8]) throws {
        let run = ProgramRun(["thumbnail", scratch("saved/a.jpg"), "-o", scratch(name), "--size", "60x60"])
        #expect(run.status == .done && run.out == "" && run.err == "")
        #expect(try #require(try MappedFile.contents(ofFile: scratch(name))).starts(with: magic))
    }

    @Test func `a thumbnail without an output goes to standard output, but to no terminal`() {
        let run = ProgramRun(["thumbnail", scratch("saved/a.jpg"), "--format", "pam"])
        #expect(run.data.starts(with: Array("P7\n".utf8)))
        #expect(ProgramRun(["thumbnail", scratch("saved/a.jpg")], isTerminal: true).status == .usage)
    }

    @Test func `what is no picture leaves no output and one line`() throws {
        let run = ProgramRun(["thumbnail", scratch("saved/feed.json"), "-o", scratch("out.png")])
        #expect(run.status == .badData)
        #expect(run.err.split(separator: "\n").count == 1)
        #expect(try FileStatus.of(scratch("out.png")) == nil)
    }

    @Test func `a missing picture is a missing input`() {
        let run = ProgramRun(["thumbnail", "/nowhere.jpg", "-o", scratch("out.png"), "--json"])
        #expect(run.status == .noInput)
        #expect(run.out.contains("\"code\":\"no_input\""))
    }

    @Test func `several thumbnails go to a directory, and one failure does not stop the others`() throws {
        try Directory.create(at: scratch("many"))
        let run = ProgramRun([
            "thumbnail", scratch("saved/a.jpg"), scratch("saved/feed.json"), scratch("saved/a.jpg"), "-o",
            scratch("many"),
        ])
        #expect(run.status == .usage)
        let again = ProgramRun([
            "thumbnail", scratch("saved/feed.json"), scratch("saved/a.jpg"), "-o", scratch("many"), "--jobs", "2",
        ])
        #expect(again.status == .badData)
        #expect(try scratch.files(below: "many") == ["many/a.png"])
    }

    @Test func `a thumbnail for the desktop goes where file managers look for it`() throws {
        let environment = ["XDG_CACHE_HOME": scratch("xdg")]
        let run = ProgramRun(["thumbnail", "--freedesktop", scratch("saved/a.jpg")], environment: environment)
        #expect(run.status == .done && run.err == "")
        #expect(try scratch.files(below: "xdg").map { scratch($0) + "\n" } == [run.out])
        for words in [["--size", "100x100"], ["-o", "x.png"], ["--fit", "cover"]] {
            let words = ["thumbnail", "--freedesktop", scratch("saved/a.jpg")] + words
            #expect(ProgramRun(words, environment: environment).status == .usage)
        }
    }

    @Test(arguments: ["nowhere/", "nowhere/out.png", "saved/a.jpg/out.png"])
    func `an output that cannot be created is told by the name that was typed`(name: String) throws {
        let run = ProgramRun(["thumbnail", scratch("saved/a.jpg"), "-o", scratch(name), "--json"])
        #expect(run.status == .cannotCreate)
        #expect(run.out.contains("\"code\":\"cannot_create\""))
        #expect(run.err.split(separator: "\n").count == 1)
        #expect(run.err.hasPrefix("photowidget: \(scratch(name)): cannot be written: ") && !run.err.contains(".tmp."))
    }

    // MARK: - Words

    @Test func `an unknown command names the nearest one`() {
        let run = ProgramRun(["refesh"])
        #expect(run.status == .usage)
        #expect(run.err == "photowidget: refesh: no such command; did you mean refresh?; see photowidget help\n")
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["refresh", "--help"], ["help", "refresh"], ["cache", "-h"]])
    func `help is a result`(words: [String]) {
        let run = ProgramRun(words)
        #expect(run.status == .done && run.err == "" && run.out.hasPrefix("Usage: photowidget "))
    }

    @Test func `every option of every command is in its help`() {
        for command in CommandList.all {
            let text = HelpText.text(of: command.specification)
            for option in command.specification.allOptions { #expect(text.contains(option.spelled)) }
        }
    }

    @Test func `no command is asked for by two options of one name`() {
        for command in CommandList.all {
            let names = command.specification.allOptions.map(\.name)
            #expect(Set(names).count == names.count, "\(command.specification.name)")
        }
    }

    @Test func `without a home the status says that the configuration is wrong`() {
        let run = ProgramRun(["refresh"], environment: [:])
        #expect(run.status == .badConfiguration)
        #expect(run.err == "photowidget: HOME is not set\n")
    }

    @Test func `an instance is a name and no path`() {
        #expect(run("current", "--instance", "../x").status == .usage)
    }

    private func entry(_ text: String) throws -> [String: Any?] {
        try JSONTestReader.object(text)
    }
}
