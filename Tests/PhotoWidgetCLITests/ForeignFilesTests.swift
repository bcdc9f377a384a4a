import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// What the program did not make, it neither deletes nor overwrites.
@Suite struct ForeignFilesTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        for name in ["a", "b"] { try scratch.write(try SamplePicture.jpeg(300, 200), to: "in/\(name).jpg") }
        try scratch.write(ListedFeed.json(["a.jpg", "b.jpg"]), to: "in/feed.json")
    }

    private func run(_ words: String...) -> ProgramRun {
        let directories = ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
        return ProgramRun(words + directories, environment: ["HOME": scratch.path])
    }

    private func bytes(_ name: String) throws -> [UInt8]? { try MappedFile.contents(ofFile: scratch(name)) }

    // MARK: Outputs

    @Test(arguments: [
        ["in/a.jpg", "in/b.jpg", "-o", "in", "--format", "jpeg"], ["in/a.jpg", "-o", "in/a.jpg"],
        ["in/a.jpg", "-o", "in/./../in//a.jpg"], ["in/a.jpg", "-o", "hard.jpg"], ["in/a.jpg", "-o", "link.jpg"],
        ["link.jpg", "-o", "in/a.jpg"], ["in/b.jpg", "in/a.jpg", "-o", "out", "--format", "jpeg"],
        ["in/a.jpg", "-o", "in/a.jpg", "--force"],
    ])
    func `a thumbnail does not replace a picture that is read, and nothing is written before that is known`(
        words: [String]
    ) throws {
        try SymbolicLink.replace(at: scratch("link.jpg"), with: "in/a.jpg")
        #expect(try Directory.link(scratch("in/a.jpg"), to: scratch("hard.jpg")))
        try Directory.create(at: scratch("out"))
        try SymbolicLink.replace(at: scratch("out/a.jpg"), with: "../in/a.jpg")
        let before = try scratch.files()
        let picture = try bytes("in/a.jpg")
        let run = ProgramRun(["thumbnail"] + words.map { $0.hasPrefix("-") || $0 == "jpeg" ? $0 : scratch($0) })
        #expect(run.status == .cannotCreate)
        #expect(run.err.contains("is an input too"), "\(run.err)")
        #expect(try scratch.files() == before)
        #expect(try bytes("in/a.jpg") == picture && bytes("in/b.jpg") == picture)
    }

    @Test func `an output that is another picture's input stops the whole batch`() throws {
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "in/b.png")
        let run = ProgramRun([
            "thumbnail", scratch("in/a.jpg"), scratch("in/b.png"), "-o", scratch("in"), "--jobs", "2",
        ])
        #expect(run.status == .cannotCreate)
        #expect(try bytes("in/a.png") == nil)
    }

    @Test(arguments: ["png", "jpg", "pam"])
    func `a thumbnail is made again without a word, and another's file only by force`(ending: String) throws {
        let words = ["thumbnail", scratch("in/a.jpg"), "-o", scratch("out.\(ending)")]
        #expect(ProgramRun(words).status == .done)
        #expect(ProgramRun(words).status == .done)
        try scratch.write(Array("precious".utf8), to: "out.\(ending)")
        let refused = ProgramRun(words + ["--json"])
        #expect(refused.status == .cannotCreate && refused.out.contains("\"output_exists\""))
        #expect(refused.err.contains("--force"))
        #expect(try bytes("out.\(ending)") == Array("precious".utf8))
        #expect(ProgramRun(words + ["--force"]).status == .done)
        #expect(try bytes("out.\(ending)") != Array("precious".utf8))
    }

    @Test(arguments: ["png", "bmp", "pam", "jpg"])
    func `a drawing is made again without a word, and another's file only by force`(ending: String) throws {
        let path = scratch("card.\(ending)")
        for _ in 0..<2 { #expect(run("render", "--widget", "todo", "-o", path).status == .done) }
        try scratch.write(Array("precious".utf8), to: "card.\(ending)")
        #expect(run("render", "--widget", "todo", "-o", path).status == .cannotCreate)
        #expect(try bytes("card.\(ending)") == Array("precious".utf8))
        #expect(run("render", "--widget", "todo", "-o", path, "--force").status == .done)
    }

    @Test func `a desktop entry that is not ours is replaced only by force`() throws {
        let name = ".local/share/applications/photowidget-note.desktop"
        let words = ["links", "register", "--scheme", "note"]
        for _ in 0..<2 { #expect(ProgramRun(words, environment: ["HOME": scratch.path]).status == .done) }
        try scratch.write(Array("[Desktop Entry]\nName=mine\n".utf8), to: name)
        let refused = ProgramRun(words, environment: ["HOME": scratch.path])
        #expect(refused.status == .cannotCreate && refused.err.contains("--force"))
        #expect(try bytes(name) == Array("[Desktop Entry]\nName=mine\n".utf8))
        #expect(ProgramRun(words + ["--force"], environment: ["HOME": scratch.path]).status == .done)
    }

    @Test func `a file that is cut to nothing costs itself and not the batch`() throws {
        try scratch.write([], to: "in/cut.jpg")
        let run = ProgramRun([
            "thumbnail", scratch("in/cut.jpg"), scratch("in/a.jpg"), "-o", scratch("in"), "--max-bytes", "1M",
        ])
        #expect(run.status == .badData)
        #expect(try bytes("in/a.png") != nil)
        #expect(ProgramRun(["thumbnail", scratch("in/a.jpg"), "-o", "-", "--max-bytes", "100"]).status == .badData)
    }

    // MARK: Directories to publish in

    private func configure(_ instances: String) throws {
        try scratch.write(Array("{ instances: [\(instances)] }".utf8), to: ".config/photowidget/config.json5")
    }

    @Test func `config check and the first publishing refuse a folder of somebody's own`() throws {
        try configure("{ kind: 'photo', publish: '~/Pictures' }")
        #expect(run("config", "check").status == .done, "a directory that is yet to be made is fine")
        for year in 2023...2026 { try scratch.write([1], to: "Pictures/\(year)/IMG_1.jpg") }
        let check = run("config", "check")
        #expect(check.status == .badConfiguration)
        #expect(check.err.contains("config.json5:1: publish is") && check.err.contains("2023"), "\(check.err)")
        let refresh = run("refresh", "--feed", scratch("in/feed.json"))
        #expect(refresh.status == .cannotCreate && refresh.err.contains("photowidget did not make"), "\(refresh.err)")
        #expect(try scratch.files(below: "Pictures").count == 4)
    }

    @Test func `beside a set of ours foreign files stay, with one warning a run`() throws {
        try configure("{ kind: 'photo', publish: '~/shown' }")
        #expect(run("refresh", "--feed", scratch("in/feed.json")).err == "")
        try scratch.write([1], to: "shown/holiday/IMG_1.jpg")
        try scratch.write([1], to: "shown/notes.txt")
        for item in ["2", "1", "2"] {
            let refresh = run("refresh", "--feed", scratch("in/feed.json"), "--item", item)
            #expect(refresh.status == .done)
            #expect(refresh.err.split(separator: "\n").count == 1, "\(refresh.err)")
            #expect(refresh.err.contains("warning: \(scratch("shown"))/holiday and 1 more"), "\(refresh.err)")
        }
        #expect(run("refresh", "--feed", scratch("in/feed.json"), "--quiet").err == "")
        #expect(try bytes("shown/holiday/IMG_1.jpg") == [1] && bytes("shown/notes.txt") == [1])
        #expect(run("config", "check").status == .done)
    }

    @Test(arguments: [
        "~/shown/", "~/./shown", "~//shown", "~/x/../shown", "~/link", "~/link/", "../../shown", "~/folder/../shown",
    ])
    func `two spellings of a directory are one`(spelling: String) throws {
        try Directory.create(at: scratch("x"))
        try SymbolicLink.replace(at: scratch("link"), with: "shown")
        try configure("{ kind: 'photo', publish: '~/shown' },\n{ kind: 'todo', publish: '\(spelling)' }")
        for isThere in [false, true] {
            if isThere { try Directory.create(at: scratch("shown")) }
            let check = run("config", "check")
            #expect(check.status == .badConfiguration, "\(spelling)")
            #expect(check.err.contains("is there twice"), "\(check.err)")
        }
    }

    @Test func `no instance is published where another is by default`() throws {
        try configure("{ kind: 'photo' }, { kind: 'todo', publish: '~/state/published/photo/default' }")
        let check = run("config", "check")
        #expect(
            check.status == .badConfiguration && check.err.contains("photo/default is published there"), "\(check.err)")
    }

    @Test func `the home of another user is not guessed`() throws {
        try configure("{ kind: 'photo', publish: '~root' }")
        #expect(run("config", "check").err.contains("~ stands for your own home"))
    }
}
