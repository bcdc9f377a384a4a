import FoundationEssentials
import Raster
import Testing

@testable import WidgetUI

@MainActor @Suite struct TextEngineTests {
    private func styled(
        _ string: String, size: Double = 20, limit: Int? = nil, smallest: Double = 1,
        truncation: Text.TruncationMode = .tail
    ) -> StyledText {
        var text = StyledText(runs: [
            StyledText.Run(string: string, font: ResolvedFont(size: size), paint: .color(RGBA(hex: 0)))
        ])
        text.lineLimit = limit
        text.minimumScaleFactor = smallest
        text.truncation = truncation
        return text
    }

    private func near(_ one: Double, _ other: Double, within slack: Double = 0.05) -> Bool { abs(one - other) <= slack }

    // MARK: - Measuring

    @Test func `a line of the system font is as high as an iPhone's, whatever it says`() throws {
        let engine = try TextEngine(.dejaVu)
        for string in ["Ag", "한글", "日本", "مرحبا", "😀"] {
            let metrics = engine.metrics(of: styled(string), in: .unspecified)
            #expect(near(metrics.size.height, 1.193 * 20))
            #expect(near(metrics.firstBaseline, 1.193 * 20 * 0.8))
        }
    }

    @Test func `without a line height the fonts decide`() throws {
        var fonts = FontSettings.dejaVu
        fonts.lineHeight = nil
        let metrics = try TextEngine(fonts).metrics(of: styled("Ag"), in: .unspecified)
        // DejaVu's ascender and descender are 0.928 and 0.236 ems.
        #expect(
            near(metrics.size.height, 1.164 * 20, within: 0.2) && near(metrics.firstBaseline, 0.928 * 20, within: 0.2))
    }

    @Test func `a family of its own has the line height that is set for it`() throws {
        var fonts = FontSettings.dejaVu
        fonts.lineHeights = ["DejaVu Serif": 2]
        var text = styled("Ag")
        text.runs[0].font.family = "DejaVu Serif"
        #expect(near(try TextEngine(fonts).metrics(of: text, in: .unspecified).size.height, 40))
    }

    @Test func `metrics are not rounded: ten times the size is ten times as wide`() throws {
        let engine = try TextEngine(.dejaVu)
        let small = engine.metrics(of: styled("Widget", size: 7), in: .unspecified).size.width
        let large = engine.metrics(of: styled("Widget", size: 70), in: .unspecified).size.width
        #expect(near(small * 10, large, within: 0.3) && small > 0)
    }

    @Test func `text wraps at the width and is never wider than it needs to be`() throws {
        let engine = try TextEngine(.dejaVu)
        let line = engine.metrics(of: styled("one two"), in: .unspecified).size
        let wrapped = engine.metrics(of: styled("one two"), in: Proposal(width: line.width - 1, height: nil)).size
        #expect(wrapped.width < line.width * 0.7 && near(wrapped.height, line.height * 2))
        #expect(engine.metrics(of: styled("one two"), in: Proposal(width: 900, height: nil)).size == line)
    }

    @Test func `lines end at any line feed, and a limit counts them all`() throws {
        let engine = try TextEngine(.dejaVu)
        let height = 1.193 * 20
        let text = "a\nb\r\nc\u{2029}d"
        #expect(near(engine.metrics(of: styled(text), in: .unspecified).size.height, 4 * height))
        #expect(near(engine.metrics(of: styled(text, limit: 2), in: .unspecified).size.height, 2 * height))
    }

    @Test func `a height bounds the lines, but one is always there`() throws {
        let engine = try TextEngine(.dejaVu)
        let text = styled("one two three four")
        let height = 1.193 * 20
        #expect(near(engine.metrics(of: text, in: Proposal(width: 60, height: 2.5 * height)).size.height, 2 * height))
        #expect(near(engine.metrics(of: text, in: Proposal(width: 60, height: 1)).size.height, height))
    }

    @Test func `text shrinks before it is cut, and no further than it may`() throws {
        let engine = try TextEngine(.dejaVu)
        let full = engine.metrics(of: styled("Shrinks", limit: 1), in: .unspecified).size
        let room = Proposal(width: full.width * 0.72, height: nil)
        let shrunk = engine.metrics(of: styled("Shrinks", limit: 1, smallest: 0.5), in: room).size
        #expect(near(shrunk.height / full.height, 0.7, within: 0.01) && shrunk.width <= full.width * 0.72)
        let cut = engine.metrics(of: styled("Shrinks", limit: 1, smallest: 0.9), in: room).size
        #expect(near(cut.height / full.height, 0.9, within: 0.01))
    }

    @Test func `what was measured fits into what was measured`() throws {
        let engine = try TextEngine(.dejaVu)
        for (string, width) in [("A long line, to be cut here", 90.0), ("Wrapped in a few lines", 61.7), ("한글 문장", 33)]
        {
            for smallest in [1, 0.6] {
                let text = styled(string, limit: 2, smallest: smallest)
                let size = engine.metrics(of: text, in: Proposal(width: width, height: nil)).size
                #expect(engine.metrics(of: text, in: Proposal(size)).size == size)
            }
        }
    }

    @Test func `text without characters takes no room`() throws {
        #expect(try TextEngine(.dejaVu).metrics(of: styled(""), in: .unspecified).size == .zero)
    }

    @Test(arguments: [0, -5, .infinity, .nan, 1e300])
    func `no number of a widget brings the engine down`(number: Double) throws {
        let engine = try TextEngine(.dejaVu)
        var text = styled("x y", size: number, smallest: number)
        text.lineSpacing = number
        text.runs[0].kerning = number
        text.runs[0].baselineOffset = number
        let size = engine.metrics(of: text, in: Proposal(width: number, height: number)).size
        #expect(size.width.isFinite && size.height.isFinite)
    }

    // MARK: - Painting

    private func painted(_ text: some View, width: Double = 200, fonts: FontSettings = .dejaVu) throws -> WidgetPicture
    {
        try paint(text.frame(width: width, alignment: .leading), width: width, height: 40, scale: 2, fonts: fonts)
    }

    @Test func `letters are painted where the layout puts them`() throws {
        let picture = try painted(Text("HIH").font(.system(size: 20)))
        let columns = picture.bitmap.inkedColumns
        #expect(picture.findings.isEmpty && !columns.isEmpty)
        // Three letters: 15 + 6 + 15 points wide, two pixels each.
        #expect((columns.first ?? 99) < 8 && (60...76).contains(columns.last ?? 0))
    }

    @Test func `bold strokes are thicker`() throws {
        func ink(_ weight: Font.Weight) throws -> Int {
            let bitmap = try painted(Text("Hamburg").font(.system(size: 20, weight: weight))).bitmap
            return stride(from: 3, to: bitmap.pixels.count, by: 4).reduce(0) { $0 + Int(bitmap.pixels[$1]) }
        }
        #expect(try Double(ink(.bold)) > Double(ink(.regular)) * 1.2)
    }

    @Test func `Hebrew and Arabic begin at the right of their lines`() throws {
        for text in ["שלום", "مرحبا بالعالم"] {
            let picture = try paint(
                Text(text + "\nx").font(.system(size: 12)).frame(width: 200), width: 200, height: 40)
            #expect(picture.findings.isEmpty)
        }
        // The first letter of a word, which is as wide as three others, stands at its right end.
        let picture = try painted(Text("ש" + "וווו").font(.system(size: 20)))
        let columns = picture.bitmap.inkedColumns
        let gaps = zip(columns, columns.dropFirst()).filter { $1 - $0 > 1 }.map(\.0)
        let last = columns.filter { $0 > (gaps.last ?? 0) }
        let first = columns.filter { $0 <= (gaps.first ?? 0) }
        #expect(last.count > first.count * 2)
    }

    @Test(arguments: ["한국어 제목", "日本語の題名", "中文标题", "👩‍👩‍👧‍👦🇰🇷❤️👍🏽", "مرحبا", "Ελληνικά", "ไทย", "हिन्दी"])
    func `titles of all scripts have all their glyphs`(title: String) throws {
        let picture = try painted(Text(title).font(.system(size: 16)), fonts: FontSettings())
        #expect(picture.findings.isEmpty)
        #expect(picture.altText == title)
    }

    @Test func `emoji have their own colours`() throws {
        let bitmap = try painted(Text("😀").font(.system(size: 20)).foregroundColor(.black)).bitmap
        let yellow = stride(from: 0, to: bitmap.pixels.count, by: 4).count {
            bitmap.pixels[$0] > 200 && bitmap.pixels[$0 + 1] > 150 && bitmap.pixels[$0 + 2] < 120
        }
        #expect(yellow > 200)
    }

    @Test func `a character that no font has is reported, and a box stands for it`() throws {
        let text = "\u{10FFFD}\u{10FFFC}!"
        let picture = try painted(Text(text))
        #expect(picture.findings == [.missingGlyphs(count: 2, in: text)])
        #expect(!picture.bitmap.inkedColumns.isEmpty)
    }

    @Test func `text that is cut is reported`() throws {
        let text = "There is no room for this"
        let picture = try painted(Text(text).lineLimit(1), width: 60)
        #expect(picture.findings.contains(.truncatedText(text)))
    }

    @Test func `runs have their own colours`() throws {
        let bitmap = try painted(
            (Text("II").foregroundColor(PaintedLetters.red) + Text("II").foregroundColor(PaintedLetters.blue))
                .font(.system(size: 30))
        ).bitmap
        let colors = Set(
            stride(from: 0, to: bitmap.pixels.count, by: 4).map { Array(bitmap.pixels[$0..<$0 + 4]) }
                .filter { $0[3] == 255 })
        #expect(colors.contains([255, 0, 0, 255]) && colors.contains([0, 0, 255, 255]))
    }

    @Test func `a struck text has a line over its whole width`() throws {
        let plain = try painted(Text("l l l l").font(.system(size: 20))).bitmap.inkedColumns
        let struck = try painted(Text("l l l l").strikethrough().font(.system(size: 20))).bitmap.inkedColumns
        let whole = Array((struck.first ?? 0)...(struck.last ?? 0))
        #expect(struck == whole && plain.count < whole.count / 2)
    }

    @Test func `the family that stands in for a name is told`() throws {
        #expect(try TextEngine().family(for: "DejaVu Sans") == "DejaVu Sans")
        #expect(try TextEngine().family(for: "sans-serif")?.isEmpty == false)
    }
}
