import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// Names of files are bytes: one in Latin-1 goes through the whole program as it is.
@Suite struct FileNameBytesTests {
    private let scratch: ScratchDirectory
    /// `café` in Latin-1.
    private let name = Path.text(of: [0x63, 0x61, 0x66, 0xE9])

    init() throws { scratch = try ScratchDirectory() }

    @Test func `a thumbnail is read from and written under exactly the bytes given`() throws {
        try scratch.write(try SamplePicture.jpeg(30, 20), to: "\(name)/\(name).jpg")
        let run = ProgramRun(["thumbnail", scratch("\(name)/\(name).jpg"), "-o", scratch("\(name).png")])
        #expect(run.status == .done)
        #expect(try Set(scratch.files()) == ["\(name)/\(name).jpg", "\(name).png"])
        let folder = ProgramRun(["thumbnail", scratch("\(name)/\(name).jpg"), "-o", scratch(name)])
        #expect(folder.status == .done)
        #expect(try scratch.files(below: name) == ["\(name)/\(name).jpg", "\(name)/\(name).png"])
    }

    @Test func `a photo whose folder and home are in Latin-1 is published, and current prints its bytes`() throws {
        try scratch.write(try SamplePicture.jpeg(30, 20), to: "\(name)/\(name).jpg")
        // The feed names its photo by the byte, percent-encoded as an address is.
        try scratch.write(ListedFeed.json(["caf%E9.jpg"]), to: "\(name)/feed.json")
        let environment = ["HOME": scratch(name)]
        let refresh = ProgramRun(
            ["refresh", "--feed", scratch("\(name)/feed.json"), "--json"], environment: environment)
        #expect(refresh.status == .done)
        // JSON stays UTF-8: the byte is a character of its own, escaped.
        #expect(refresh.out.contains("/caf\\uefe9/.local/state/photowidget/published/photo/default/"))
        let current = ProgramRun(["current"], environment: environment)
        #expect(current.status == .done)
        let path = Path.text(of: current.data.dropLast())
        #expect(path.hasPrefix(scratch("\(name)/.local/state/photowidget/published/photo/default/")))
        #expect(try FileStatus.of(path)?.kind == .file)
        let shell = ProgramRun(["current", "--format", "shell"], environment: environment)
        #expect(shell.data.split(separator: 0x0A).contains { $0.starts(with: Array("photowidget_path='/".utf8)) })
        #expect(shell.data.contains(0xE9) && !shell.data.contains(0xEE))
        let document = ProgramRun(["current", "--json"], environment: environment)
        #expect(String(validating: document.data, as: UTF8.self) != nil)
        let png = try MappedFile(path: path).copy()
        #expect(String(decoding: png, as: UTF8.self).contains("/caf%E9/caf%E9.jpg"))
    }

    @Test(arguments: [
        ["refresh", "--tags"], ["refresh", "--instance"], ["current", "--format"], ["links", "open"],
    ])
    func `text that is not UTF-8 is refused, and shown as its bytes`(words: [String]) {
        let run = ProgramRun(words + [name])
        #expect(run.status == .usage)
        #expect(run.err.contains("\"caf\\xE9\" is not text in UTF-8"))
    }

    @Test func `a file that is missing is named by its bytes`() {
        let run = ProgramRun(["thumbnail", "/nowhere/\(name).jpg", "-o", scratch("o.png")])
        #expect(run.status == .noInput)
        #expect(run.err.contains("/nowhere/caf\\xE9.jpg"))
    }
}
