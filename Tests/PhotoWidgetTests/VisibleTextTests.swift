import Testing

@testable import PhotoWidget

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\nb\tc\r\u{2028}d", "a b c  d"), ("\u{1B}[31mred\u{9B}0m", "\u{FFFD}[31mred\u{FFFD}0m"),
        ("\u{202E}evil\u{2066}", "\u{FFFD}evil\u{FFFD}"), ("한국 🌅 مرحبا", "한국 🌅 مرحبا"),
        ("\u{0}\u{7F}", "\u{FFFD}\u{FFFD}"),
    ])
    func `a title cannot steer a terminal`(text: String, expected: String) {
        #expect(VisibleText.line(text) == expected)
    }

    @Test func `no control character is left of any text`() {
        let all = String(String.UnicodeScalarView((0...0x2FFF).compactMap(Unicode.Scalar.init)))
        #expect(VisibleText.line(all).unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test(arguments: [
        ("a\tb\nc", "a\tb\nc"), ("a\u{1B}[2J\nb\u{202E}c\r", "a\u{FFFD}[2J\nb\u{FFFD}c\u{FFFD}"),
        ("é\n\u{FFF9}\u{85}", "é\n\u{FFFD}\u{FFFD}"), ("", ""),
    ])
    func `of several lines the line ends stay`(text: String, expected: String) {
        #expect(VisibleText.lines(text) == expected)
    }

    @Test func `a long line is cut and the cut is shown`() {
        #expect(VisibleText.line("abcdef", limit: 4) == "abc…")
        #expect(VisibleText.line("abcd", limit: 4) == "abcd")
    }

    @Test(arguments: [("", 0), ("abc", 3), ("한국", 4), ("🌅", 2), ("e\u{301}", 1), ("日本 x", 6)])
    func `a wide character takes two columns`(text: String, width: Int) {
        #expect(VisibleText.width(of: text) == width)
    }
}
