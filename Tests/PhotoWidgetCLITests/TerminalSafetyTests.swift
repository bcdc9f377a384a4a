import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// Words of strangers, shown by every command that shows any, on a terminal and through a pipe.
@Suite struct TerminalSafetyTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// What terminals obey: escapes of 7 and 8 bits, a bell, a return, each explicit direction, the marks of annotations.
    private static let words: [String] =
        ["\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{9B}2J", "a\rb", "a\u{8}\u{8}b", "a\u{7F}b", "a\u{85}b", "\u{1B}c"]
        + (Array(0x202A...0x202E) + Array(0x2066...0x206F) + [0x061C, 0x200E, 0x200F, 0xFFF9, 0xFFFB])
        .compactMap(Unicode.Scalar.init).map { "photo\($0)gpj.exe" }

    private static let all = words.joined(separator: " ")

    private func run(_ words: [String], isTerminal: Bool) -> ProgramRun {
        ProgramRun(words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")], isTerminal: isTerminal)
    }

    private func expectSafe(_ text: String, _ command: [String], _ location: SourceLocation = #_sourceLocation) {
        let obeyed = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && VisibleText.isObeyed($0) }
        #expect(obeyed.isEmpty, "\(command): \(obeyed.map { String($0.value, radix: 16) })", sourceLocation: location)
    }

    private func publish() throws {
        let entry = JSONText.object([
            ("schema", .string("photowidget.entry/1")), ("kind", .string("photo")), ("instance", .string("default")),
            ("date", .string("2026-11-30T01:38:00Z")), ("validUntil", .string("2026-11-30T01:41:00Z")),
            ("policy", .object([("type", .string("after")), ("date", .string("2026-11-30T01:41:00Z"))])),
            ("status", .string("stale")), ("reason", .string(Self.all)),
            (
                "photo",
                .object([
                    ("id", .string(Self.all)), ("title", .string(Self.all)), ("author", .string(Self.all)),
                    ("link", .string("https://x/\(Self.all)")), ("media", .string("https://x/1_m.jpg")),
                    ("dateTaken", .string(Self.all)), ("tags", .array([.string(Self.all)])),
                ])
            ), ("deepLink", .string("widget://deeplink?url=\(Self.all)")),
        ])
        // As older versions and other programs write it: only what JSON forbids is escaped.
        let text = entry.compact.replacing(/\\u([0-9a-f]{4})/) { match -> String in
            guard let value = UInt32(match.1, radix: 16), value >= 0x7F, let scalar = Unicode.Scalar(value) else {
                return String(match.0)
            }
            return String(Character(scalar))
        }
        #expect(text.unicodeScalars.contains("\u{202E}") && text.unicodeScalars.contains("\u{9B}"))
        let set = "state/published/photo/default/0123456789abcdef"
        try scratch.write(Array(text.utf8), to: "\(set)/entry.json")
        try scratch.write([1], to: "\(set)/thumbnail.png")
        try SymbolicLink.replace(at: scratch("state/published/photo/default/current"), with: "0123456789abcdef")
    }

    @Test(arguments: [false, true])
    func `what is published shows nothing that a terminal obeys, in any form`(isTerminal: Bool) throws {
        try publish()
        let forms =
            SinkList.all.map { $0.name } + [EntryField.allCases.map { "{\($0.rawValue)}" }.joined(separator: "|")]
        for command in forms.map({ ["current", "--format", $0] }) + [
            ["current", "--json"], ["doctor", "--widget", "photo"], ["doctor", "--widget", "photo", "--json"],
        ] {
            let run = run(command, isTerminal: isTerminal)
            #expect(run.status == .done)
            expectSafe(run.out, command)
            expectSafe(run.err, command)
        }
        let json = run(["current", "--json"], isTerminal: isTerminal).out
        let photo = try #require(try JSONTestReader.object(json)["photo"] as? [String: Any])
        #expect((photo["title"] as? String).map { Array($0.utf8) } == Array(Self.all.utf8))
    }

    @Test(arguments: [false, true])
    func `a feed shows nothing that a terminal obeys`(isTerminal: Bool) throws {
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        let title = JSONText.string(Self.all).compact
        let feed = """
            {"title":\(title),"items":[{"title":\(title),"link":"https://x/1","media":{"m":"a.jpg"},"author":\(title),
            "author_id":\(title),"tags":\(title),"date_taken":\(title),"published":\(title)},
            {"title":\(title),"media":{"m":\(title)}},{"title":\(title),"media":\(title)}]}
            """
        try scratch.write(Array(feed.utf8), to: "saved/feed.json")
        let path = scratch("saved/feed.json")
        for command in [
            ["refresh", "--feed", path, "--verbose"], ["refresh", "--feed", path, "--json"],
            ["refresh", "--feed", path, "--format", "shell"], ["timeline", "--feed", path, "--entries", "3"],
            ["prefetch", "--feed", path, "--verbose"], ["cache", "list"], ["cache", "stats"], ["cache", "verify"],
            ["cache", "list", "--json"],
        ] {
            let run = run(command, isTerminal: isTerminal)
            expectSafe(isTerminal && command[0] == "refresh" ? "" : run.out, command)
            // On a terminal the progress line goes back to its beginning and clears itself.
            expectSafe(run.err.replacing("\r\u{1B}[K", with: ""), command)
        }
    }

    @Test(arguments: [false, true])
    func `a store shows nothing that a terminal obeys, and a pipe gets the value`(isTerminal: Bool) throws {
        let store = ["--group", "group.a.b"]
        #expect(run(["defaults", "write", "key", Self.all] + store, isTerminal: false).status == .done)
        let json = "[\"\u{202E}\u{85}\u{1}\"]".replacing("\u{1}", with: "\\u0001")
        #expect(
            run(["defaults", "write", "k\u{202E}y", json, "--type", "json"] + store, isTerminal: false).status == .done)
        for command in [
            ["defaults", "list"] + store, ["defaults", "list", "--json"] + store,
            ["defaults", "read", "key", "--json"] + store,
            ["defaults", "read", "k\u{202E}y", "--json"] + store, ["defaults", "groups"],
            ["defaults", "read", "n\u{202E}"] + store,
        ] {
            let run = run(command, isTerminal: isTerminal)
            expectSafe(run.out, command)
            expectSafe(run.err, command)
        }
        let value = run(["defaults", "read", "key"] + store, isTerminal: isTerminal).out
        if isTerminal { expectSafe(value, ["defaults", "read"]) } else { #expect(value == Self.all + "\n") }
        let read = run(["defaults", "read", "k\u{202E}y", "--json"] + store, isTerminal: isTerminal).out
        #expect(try JSONTestReader.object(read)["value"] as? [String] == ["\u{202E}\u{85}\u{1}"])
    }

    @Test(arguments: words)
    func `an error shows nothing that a terminal obeys`(word: String) throws {
        for command in [
            [word], ["refresh", "--\(word)"], ["refresh", "--feed", "/\(word)"],
            ["refresh", "--feed", "https://\(word)/"],
            ["refresh", "--size", word], ["thumbnail", "/\(word)"], ["links", "open", "widget://\(word)"],
            ["links", "open", word], ["links", "list"], ["defaults", "read", word, "--group", "group.a.b"],
            ["defaults", "read", "a", "--group", word], ["current", "--format", "{\(word)}"],
            ["current", "--widget", word], ["reload", word], ["config", "check", "--config", "/\(word)"],
        ] {
            for isTerminal in [false, true] {
                let run = run(command, isTerminal: isTerminal)
                expectSafe(run.out, command)
                expectSafe(run.err.replacing("\r\u{1B}[K", with: ""), command)
                #expect(run.err.unicodeScalars.count { $0 == "\n" } <= 1)
            }
        }
    }

    @Test func `JSON with a terminal's commands means the same without them`() {
        let text = "{\"a\":\"\u{202E}\u{9B}\u{7F}é\u{FFF9}👩‍👩‍👧\",\n\t\"b\":1}"
        let harmless = JSONText.harmless(Array(text.utf8))
        #expect(
            String(decoding: harmless, as: UTF8.self)
                == "{\"a\":\"\\u202e\\u009b\\u007fé\\ufff9👩‍👩‍👧\",\n\t\"b\":1}")
        let bytes: [UInt8] = [0x22, 0xE9, 0xFF, 0xF0, 0x9F, 0x22, 0xE2, 0x80]
        #expect(JSONText.harmless(bytes) == bytes)
    }
}
