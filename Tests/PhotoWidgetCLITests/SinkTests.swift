import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct SinkTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func current(_ words: String...) -> ProgramRun {
        ProgramRun(["current"] + words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")])
    }

    /// Publishes every hostile title, and hands its output in a format to a check.
    private func withEveryTitle(
        _ format: String, _ check: (_ title: String, _ output: String, _ path: String) throws -> Void
    ) throws {
        for title in HostileTitles.all {
            let path = try PublishedTitle.write(title, author: title, link: "https://x/\(title)", to: scratch)
            let run = current("--format", format)
            try #require(run.status == .done && run.err == "", "\(title.debugDescription)")
            try check(title, run.out, path)
        }
    }

    /// The lines of an output, none if it does not end in a line end; none of them has a control character.
    private func lines(_ output: String) -> [String] {
        let scalars = output.unicodeScalars
        guard scalars.last == "\n" else { return [] }
        let isClean = scalars.allSatisfy {
            $0 == "\n" || !(0..<0x20).contains($0.value) && !(0x7F...0x9F).contains($0.value)
        }
        #expect(isClean, "\(output.debugDescription)")
        return scalars.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    private struct Custom: Decodable {
        let text: String, alt: String, tooltip: String
        let `class`: [String]
    }

    private struct Block: Decodable, Equatable {
        let full_text: String, short_text: String, name: String, instance: String, markup: String
    }

    /// What a bar may show of a title: one visible line.
    private func visible(_ title: String) -> String {
        let line = VisibleText.line(title).unicodeScalars
        return line.count <= SinkEntry.barLimit ? String(line) : String(line.prefix(SinkEntry.barLimit - 1)) + "…"
    }

    private static func isShown(_ title: String) -> Bool {
        !title.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.value < 0x20 }
    }

    // MARK: - The corpus, a format at a time

    @Test func `the corpus has more than 120 titles, none of them twice`() {
        #expect(HostileTitles.all.count > 120)
        #expect(Set(HostileTitles.all.map { Array($0.utf8) }).count == HostileTitles.all.count)
    }

    @Test func `waybar gets a path and a line of well-formed markup`() throws {
        try withEveryTitle("waybar") { title, output, path in
            let lines = lines(output)
            try #require(lines.count == 2 && lines[0] == path, "\(title.debugDescription)")
            let text = try #require(StrictMarkup.text(of: lines[1]), "\(title.debugDescription)")
            let shown = visible(title).replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
            #expect(!Self.isShown(title) || Array(text.utf8).starts(with: shown.utf8), "\(title.debugDescription)")
        }
    }

    @Test func `waybar's custom module gets one object with well-formed markup`() throws {
        try withEveryTitle("waybar-custom") { title, output, _ in
            #expect(lines(output).count == 1)
            let module = try JSONDecoder().decode(Custom.self, from: Data(output.utf8))
            #expect(StrictMarkup.text(of: module.text) != nil, "\(title.debugDescription)")
            #expect(StrictMarkup.text(of: module.tooltip) != nil, "\(title.debugDescription)")
            #expect(module.alt == "fresh" && module.class == ["photo", "fresh"])
        }
    }

    @Test func `eww gets one object, whose link no shell takes for more`() throws {
        try withEveryTitle("eww") { title, output, path in
            #expect(lines(output).count == 1)
            let members = try JSONDecoder().decode([String: String].self, from: Data(output.utf8))
            #expect(members["path"] == path)
            #expect(!Self.isShown(title) || members["title"].map { Array($0.utf8) } == Array(visible(title).utf8))
            #expect(members["link"]?.contains(/[^A-Za-z0-9._~:\/%+,=@-]/) == false, "\(title.debugDescription)")
        }
    }

    @Test func `polybar gets one line without a tag`() throws {
        try withEveryTitle("polybar") { title, output, _ in
            #expect(lines(output).count == 1)
            #expect(!Array(output.utf8).contains(Array("%{".utf8)), "\(title.debugDescription)")
        }
    }

    @Test func `conky gets one line without anything that it evaluates`() throws {
        try withEveryTitle("conky") { title, output, _ in
            #expect(lines(output).count == 1)
            #expect(Set(output.utf8).isDisjoint(with: Array("${}#\\`".utf8)), "\(title.debugDescription)")
        }
    }

    @Test func `i3bar gets one block without markup`() throws {
        try withEveryTitle("i3bar") { title, output, _ in
            #expect(lines(output).count == 1)
            let block = try JSONDecoder().decode(Block.self, from: Data(output.utf8))
            #expect(block.markup == "none" && block.name == "photowidget" && block.instance == "photo/default")
            #expect(!Self.isShown(title) || Array(block.short_text.utf8) == Array(visible(title).utf8))
        }
    }

    @Test func `i3blocks gets two lines, and a colour for an old photo`() throws {
        try withEveryTitle("i3blocks") { _, output, _ in #expect(lines(output).count == 2) }
        _ = try PublishedTitle.write("Texas", status: "stale", to: scratch)
        #expect(current("--format", "i3blocks").out == "Texas — Copper Creek\nTexas\n#888888\n")
    }

    @Test func `a row of tab-separated values gives every title back as a terminal can be shown it`() throws {
        try withEveryTitle("tsv") { title, output, path in
            let cells = output.utf8.dropLast().split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            try #require(cells.count == EntryField.allCases.count && !output.utf8.dropLast().contains(0x0A))
            #expect(String(cells[0]) == path)
            let shown = Array(VisibleText.line(title).utf8)
            #expect(!Self.isShown(title) || Self.unescaped(cells[1]) == shown, "\(title.debugDescription)")
            #expect(Self.unescaped(cells[2]) == shown, "\(title.debugDescription)")
            #expect(output.unicodeScalars.dropLast().allSatisfy { $0 == "\t" || !VisibleText.isObeyed($0) })
        }
    }

    private static func unescaped(_ cell: Substring.UTF8View.SubSequence) -> [UInt8] {
        var result: [UInt8] = []
        var rest = cell
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "x"):
                result.append(UInt8(String(rest.prefix(2)) ?? "", radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: result.append(letter)
            }
        }
        return result
    }

    @Test func `a shell evaluates every title to its visible bytes, and runs none`() throws {
        var titles: [(name: String, bytes: [UInt8])] = []
        try withEveryTitle("shell") { title, output, _ in
            let name = "work/\(titles.count)"
            try scratch.write(Array(output.utf8), to: "\(name).sh")
            titles.append((name, Array(VisibleText.line(title).utf8)))
            #expect(lines(output).count == EntryField.allCases.count)
            #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isObeyed($0) })
        }
        let script = """
            cd '\(scratch("work"))' || exit
            for file in *.sh; do
                (eval "$(cat "$file")"; printf %s "$photowidget_author" > "${file%.sh}.out")
            done 2> errors
            """
        let status = unsafe system(script)
        #expect(status == 0)
        #expect(try MappedFile.contents(ofFile: scratch("work/errors")) == [])
        for (name, bytes) in titles {
            #expect(try MappedFile.contents(ofFile: scratch("\(name).out")) == bytes)
        }
        let files = try scratch.files(below: "work")
        #expect(files.count == 2 * titles.count + 1)
        #expect(!files.contains { $0.contains("PWNED") })
    }

    @Test func `a person's own form shows every title on one line`() throws {
        try withEveryTitle("{title}|{author}|{link}") { title, output, _ in
            #expect(lines(output).count == 1, "\(title.debugDescription)")
        }
    }

    // MARK: - What is said

    @Test func `a photo is named by its title and its author`() throws {
        let path = try PublishedTitle.write("It's 5 < 6", author: "A & B", to: scratch)
        #expect(current("--format", "waybar").out == "\(path)\nIt&apos;s 5 &lt; 6 — A &amp; B\n")
        #expect(current("--format", "conky").out == "It's 5 < 6 — A & B\n")
        #expect(current("--format", "{title} — {author}").out == "It's 5 < 6 — A & B\n")
        let shell = current("--format", "shell").out
        #expect(shell.contains("photowidget_title='It'\\''s 5 < 6'\n"))
        #expect(shell.contains("photowidget_link='https://example.com/1'\n"))
    }

    @Test(arguments: SinkList.all.map { $0.name })
    func `a drawn widget gives its drawing and its words`(format: String) throws {
        let set = "state/published/todo/default/0123"
        let entry =
            #"{"schema":"photowidget.entry/1","kind":"todo","instance":"default","date":"2026-11-30T01:38:00Z","#
            + #""policy":{"type":"never","date":null},"status":"fresh","photo":null}"#
        try scratch.write(Array(entry.utf8), to: "\(set)/entry.json")
        try scratch.write([1], to: "\(set)/widget.png")
        try scratch.write(Array(#"{"alt":"Buy milk"}"#.utf8), to: "\(set)/hits.json")
        try SymbolicLink.replace(at: scratch("state/published/todo/default/current"), with: "0123")
        let run = current("--widget", "todo", "--format", format)
        #expect(run.status == .done && run.out.contains("Buy milk"))
        #expect(!["waybar", "eww", "shell", "tsv"].contains(format) || run.out.contains("/0123/widget.png"))
    }

    @Test func `nothing published is an error, and nothing is printed`() {
        let run = current("--format", "waybar")
        #expect(run.status == .unavailable && run.out == "")
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "--help", "https://x/$(id)", "https://x/a b", "https://x/'",
    ])
    func `a link that is more than an address of the web is left out`(link: String) throws {
        _ = try PublishedTitle.write("Texas", link: link, to: scratch)
        #expect(current("--format", "{link}").out == "\n")
        #expect(current("--format", "eww").out.contains("\"link\":\"\""))
    }

    // MARK: - The command line

    @Test func `an unknown field is an error that lists the known ones`() {
        let run = current("--format", "{titel}")
        #expect(run.status == .usage && run.out == "")
        #expect(run.err.contains("\"{titel}\"") && run.err.contains("fields are {path} {title} {author}"))
    }

    @Test(arguments: ["waybarr", "title", "", "{title", "title}", "{}"])
    func `what is no form is an error`(format: String) {
        #expect(current("--format", format).status == .usage)
    }

    @Test func `braces are doubled, and a form excludes JSON`() throws {
        _ = try PublishedTitle.write("Texas", to: scratch)
        #expect(current("--format", "{{{title}}}").out == "{Texas}\n")
        #expect(current("--format", "waybar", "--json").status == .usage)
    }

    @Test func `a refresh prints its entry in a form`() throws {
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "saved/feed.json")
        let words = ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
        let run = ProgramRun(
            ["refresh", "--feed", scratch("saved/feed.json"), "--format", "{status} {width}x{height} {path}"] + words)
        #expect(run.status == .done && run.out.hasPrefix("fresh 256x171 /") && run.out.hasSuffix("/thumbnail.png\n"))
    }
}
