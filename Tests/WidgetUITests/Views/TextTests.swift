import FoundationEssentials
import Testing
import WidgetTestSupport
import WidgetUI

/// What texts say, and how they look.
@MainActor struct TextTests {
    private func styled(_ view: some View, _ environment: EnvironmentValues = EnvironmentValues()) -> StyledText? {
        let node = place(view, environment: environment).content?.all("Text").first
        if case .text(let text)? = node?.drawing { return text }
        return nil
    }

    @Test func `a text says its literal, its string, and its values`() {
        #expect(styled(Text("plain"))?.string == "plain")
        #expect(styled(Text(String("a") + "b"))?.string == "ab")
        #expect(styled(Text(verbatim: "%d"))?.string == "%d")
        let name = "Kim"
        #expect(styled(Text("\(name) has \(12_000) and \(1.5)"))?.string == "Kim has 12,000 and 1.500000")
        #expect(styled(Text("\(-1_234_567)"))?.string == "-1,234,567")
    }

    @Test(arguments: [
        (3.14159, "%.2f", "3.14"), (7, "%02d", "07"), (-7, "%03d", "-07"), (5, "%+d", "+5"), (0.999, "%.0f", "1"),
        (2, "%lld", "2"), (1.5, "%5.1f", "  1.5"), (-0.001, "%.2f", "0.00"), (4, "nonsense", "4"),
    ]) func `numbers follow a specifier`(value: Double, specifier: String, expected: String) {
        #expect(styled(Text("\(value, specifier: specifier)"))?.string == expected)
    }

    @Test func `a text's own look comes before its surroundings'`() throws {
        let text = Text("x").font(.system(size: 22, weight: .bold, design: .rounded)).foregroundColor(.white)
        let run = try #require(styled(text.font(.caption).foregroundColor(.red))?.runs.first)
        #expect(run.font == ResolvedFont(size: 22, weight: .bold, design: .rounded))
        #expect(run.paint == .color(RGBA(hex: 0xFFFFFF)))
    }

    @Test func `surroundings give what a text does not say`() throws {
        let view = VStack { Text("x").italic() }.font(.headline).foregroundStyle(.secondary).bold().lineLimit(2)
            .multilineTextAlignment(.center).minimumScaleFactor(0.5).truncationMode(.middle)
        let text = try #require(styled(view))
        let run = try #require(text.runs.first)
        #expect(run.font.size == 17)
        #expect(run.font.weight == .bold)
        #expect(run.font.isItalic)
        #expect(run.paint == .color(RGBA(hex: 0x3C3C43).opacity(0.6)))
        #expect(text.lineLimit == 2)
        #expect(text.alignment == .center)
        #expect(text.minimumScaleFactor == 0.5)
        #expect(text.truncation == .middle)
    }

    @Test func `joined texts keep their looks`() throws {
        let text = Text("a").bold() + Text("b").strikethrough() + Text("c").underline().kerning(2)
        let runs = try #require(styled(text.foregroundColor(.red))?.runs)
        #expect(runs.map(\.string) == ["a", "b", "c"])
        #expect(runs.map(\.font.weight) == [.bold, .regular, .regular])
        #expect(runs.map(\.isStruckThrough) == [false, true, false])
        #expect(runs.map(\.isUnderlined) == [false, false, true])
        #expect(runs.map(\.kerning) == [0, 0, 2])
    }

    @Test func `nobody else's strikethrough is nobody's`() {
        #expect(styled(Text("x").strikethrough(false))?.runs.first?.isStruckThrough == false)
        #expect(styled(VStack { Text("x") }.strikethrough())?.runs.first?.isStruckThrough == true)
    }

    private let noon = Date(timeIntervalSince1970: 1_796_040_000)

    @Test func `dates are written as they stand at the entry's date`() throws {
        var environment = EnvironmentValues()
        environment.date = noon
        environment.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        func text(_ date: Date, _ style: Text.DateStyle) -> String? {
            styled(Text(date, style: style), environment)?.string
        }
        #expect(text(noon, .time) == "12:00 PM")
        #expect(text(noon, .date) == "November 30, 2026")
        #expect(text(noon + 7500, .relative) == "2 hr, 5 min")
        #expect(text(noon + 7500, .timer) == "2:05:00")
        #expect(text(noon - 65, .timer) == "1:05")
        #expect(text(noon + 7200, .offset) == "+2 hours")
        #expect(text(noon - 60, .offset) == "-1 minute")
        #expect(text(noon, .relative) == "0 sec")
        #expect(text(.distantFuture, .relative)?.isEmpty == false)
    }

    @Test func `hidden texts keep their room and say nothing`() {
        let placed = place(Text("secret").redacted(reason: .placeholder))
        #expect(placed.frames("Text")[0].width == 60)
        #expect(placed.altText == "")
        guard case .fill(.rounded, _)? = placed.content?.drawing else {
            Issue.record("a hidden text is \(String(describing: placed.content?.drawing))")
            return
        }
        #expect(place(Text("seen").unredacted().redacted(reason: .placeholder)).altText == "seen")
        #expect(place(Text("own").privacySensitive()).altText == "own")
        #expect(place(Text("own").privacySensitive().redacted(reason: .privacy)).altText == "")
    }
}
