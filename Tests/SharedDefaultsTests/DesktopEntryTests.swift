import Storage
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct DesktopEntryTests {
    @Test func `an entry says which scheme it handles, and by which program`() throws {
        let scratch = try ScratchDirectory()
        let entry = DesktopEntry(
            scheme: try LinkScheme("wooribudget"), command: ["/usr/bin/photowidget", "links", "open"])
        let path = try entry.write(toDataDirectory: scratch.path)
        #expect(path == scratch("applications/photowidget-wooribudget.desktop"))
        let lines = String(decoding: try MappedFile(path: path).copy(), as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "[Desktop Entry]")
        #expect(lines.contains("Exec=/usr/bin/photowidget links open %u"))
        #expect(lines.contains("MimeType=x-scheme-handler/wooribudget;"))
    }

    @Test(arguments: [
        ("plain/word-1", "plain/word-1"), ("two words", "\"two words\""), ("", "\"\""), ("50%", "\"50%%\""),
        (#"a"b"#, #""a\\"b""#), ("$HOME", #""\\$HOME""#), (#"a\b"#, #""a\\\\b""#), ("a\nExec=evil", #""a\nExec=evil""#),
    ])
    func `no word breaks out of its line`(word: String, quoted: String) {
        #expect(DesktopEntry.quoted(word) == quoted)
    }
}
