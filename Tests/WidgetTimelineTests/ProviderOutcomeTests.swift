import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct ProviderOutcomeTests {
    /// A row: entries as seconds and marks, the moment asked, what is left, what was noted.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var entries: [(Double, String)]
        var now = 0.0
        var left: [String]
        var notes: [ProviderNote] = []
    }

    static let rows = [
        Row(testDescription: "in order", entries: [(0, "a"), (60, "b")], left: ["a", "b"]),
        Row(testDescription: "unsorted", entries: [(60, "b"), (0, "a")], left: ["a", "b"], notes: [.sorted]),
        Row(
            testDescription: "one date twice, the last counts", entries: [(0, "a"), (60, "b"), (60, "c")],
            left: ["a", "c"], notes: [.duplicateDates(count: 1)]),
        Row(
            testDescription: "unsorted with one date three times",
            entries: [(60, "x"), (0, "a"), (60, "y"), (30, "m"), (60, "z")], left: ["a", "m", "z"],
            notes: [.sorted, .duplicateDates(count: 2)]),
        Row(
            testDescription: "some are over, the current stays", entries: [(0, "a"), (60, "b"), (120, "c")], now: 61,
            left: ["b", "c"], notes: [.past(count: 1)]),
        Row(
            testDescription: "all are over, the last stays", entries: [(-60, "a"), (-30, "b")], left: ["b"],
            notes: [.past(count: 1)]),
        Row(testDescription: "all are to come", entries: [(60, "a"), (90, "b")], left: ["a", "b"]),
        Row(testDescription: "dated now", entries: [(0, "a")], left: ["a"]),
        Row(
            testDescription: "not a number and infinite", entries: [(.nan, "n"), (0, "a"), (.infinity, "i")],
            left: ["a"], notes: [.undated(count: 2)]),
        Row(
            testDescription: "beyond the calendar", entries: [(1e12, "far"), (0, "a"), (-1e12, "early")], left: ["a"],
            notes: [.undated(count: 2)]),
    ]

    @Test(arguments: rows)
    func `entries are put right`(row: Row) throws {
        let timeline = Timeline(entries: row.entries.map { MarkedEntry($0.0, $0.1) }, policy: .never)
        let outcome = try ProviderOutcome(normalizing: timeline, now: start + row.now)
        #expect(outcome.timeline.entries.map(\.mark) == row.left)
        #expect(outcome.notes == row.notes)
    }

    @Test func `an empty timeline is an error`() {
        #expect(throws: TimelineError.noEntries) {
            try ProviderOutcome(normalizing: Timeline<MarkedEntry>(entries: [], policy: .atEnd), now: start)
        }
    }

    @Test func `a timeline without a single date is an error`() {
        let entries = [MarkedEntry(.nan), MarkedEntry(-.infinity)]
        #expect(throws: TimelineError.noDatedEntries(count: 2)) {
            try ProviderOutcome(normalizing: Timeline(entries: entries, policy: .atEnd), now: start)
        }
    }

    @Test func `what is above the limit goes from the end`() throws {
        let timeline = Timeline(entries: (0..<10).map { MarkedEntry(Double($0)) }, policy: .atEnd)
        let outcome = try ProviderOutcome(normalizing: timeline, now: start, limit: 4)
        #expect(outcome.timeline.entries.map(\.date) == (0..<4).map { start + Double($0) })
        #expect(outcome.notes == [.tooMany(count: 6, limit: 4)])
    }

    @Test func `a policy without a date becomes atEnd`() throws {
        let outcome = try ProviderOutcome<MarkedEntry>([0], .after(Date(timeIntervalSince1970: .nan)))
        #expect(outcome.timeline.policy == .atEnd)
        #expect(outcome.notes == [.undatedPolicy])
    }

    @Test func `a good policy is kept`() throws {
        #expect(try ProviderOutcome<MarkedEntry>([0], .after(start - 5)).timeline.policy == .after(start - 5))
    }

    @Test func `every note and error has words`() {
        let notes: [ProviderNote] = [
            .answeredAgain(times: 2), .sorted, .duplicateDates(count: 2), .past(count: 2), .undated(count: 2),
            .tooMany(count: 2, limit: 1440), .undatedPolicy,
        ]
        let errors: [TimelineError] = [
            .noAnswer(after: 2), .answerDropped, .noEntries, .noDatedEntries(count: 2), .failed(reason: "no photos"),
        ]
        #expect(Set(notes.map(\.description) + errors.map(\.description)).count == notes.count + errors.count)
        #expect(TimelineError.noAnswer(after: 2).description == "the provider did not answer within 2.0 s")
    }
}
