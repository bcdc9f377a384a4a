internal import FoundationEssentials
internal import PhotoWidget

/// A simulated span for people, and for programs.
struct SimulationText {
    private let report: SimulationReport
    private let instance: WidgetInstance
    private let rules: ReloadRules

    /// Describes what happened to an instance.
    init(_ report: SimulationReport, of instance: WidgetInstance, rules: ReloadRules) {
        self.report = report
        self.instance = instance
        self.rules = rules
    }

    /// What the timelines asked for and did not get.
    private var refused: Int { max(report.asked - report.calls, 0) }

    /// How often each thing held a reload back, the most frequent first.
    private var holds: [(reason: String, words: String, count: Int)] {
        var counts: [String: (words: String, count: Int)] = [:]
        for event in report.events {
            let (reason, words): (String, String)
            switch event.answer {
            case .deferred(_, let hold): (reason, words) = (hold.rawValue, hold.description)
            case .refused(let refusal): (reason, words) = (refusal.rawValue, refusal.description)
            default: continue
            }
            counts[reason, default: (words, 0)].count += 1
        }
        return counts.map { ($0.key, $0.value.words, $0.value.count) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }

    // MARK: For people

    var lines: [String] {
        var table = Table(["time", "what", "why"])
        for event in report.events {
            table.append([event.date.formatted(.iso8601), Self.what(event), Self.why(event)])
        }
        return table.lines + [""] + totals
    }

    private var totals: [String] {
        let budget = rules.budget.map { "\($0.reloads) reloads a day" } ?? "none"
        var lines = [
            "\(instance.id), \(Int(bounded: report.end.timeIntervalSince(report.start))) s; budget: \(budget);"
                + " floor: \(rules.floor) s",
            "asked \(report.asked), granted \(report.calls), refused \(refused);"
                + " failures \(report.failures), switches \(report.switches)",
        ]
        lines += holds.map { "held back \($0.count) times: \($0.words)" }
        if report.isTruncated { lines.append("ended early: more events than are kept") }
        return lines
    }

    private static func what(_ event: SimulationEvent) -> String {
        switch event.kind {
        case .call: "provider asked"
        case .failure: "provider failed"
        case .note: "put right"
        case .reload: "next reload"
        case .request: "reload asked for"
        case .entry: "entry \(event.index ?? 0) shown"
        }
    }

    private static func why(_ event: SimulationEvent) -> String {
        var words: [String] = []
        if let cause = event.cause { words.append(cause.rawValue) }
        if let wanted = event.wanted { words.append("wanted \(wanted.formatted(.iso8601))") }
        if let answer = event.answer { words.append(ReloadText.words(for: answer)) }
        if let date = event.entryDate { words.append("dated \(date.formatted(.iso8601))") }
        if let reason = event.reason { words.append(VisibleText.line(reason)) }
        return words.joined(separator: ", ")
    }

    // MARK: For programs

    var json: JSONText {
        .object([
            ("kind", .string(instance.id.kind)), ("instance", .string(instance.id.instance)),
            ("start", JSONText(report.start)), ("end", JSONText(report.end)),
            (
                "rules",
                .object([
                    ("floor", .number(rules.floor)), ("budget", rules.budget.map { .integer($0.reloads) } ?? .null),
                ])
            ),
            (
                "totals",
                .object([
                    ("asked", .integer(report.asked)), ("granted", .integer(report.calls)),
                    ("refused", .integer(refused)), ("calls", .integer(report.calls)),
                    ("switches", .integer(report.switches)), ("failures", .integer(report.failures)),
                    ("held", .object(holds.map { ($0.reason, .integer($0.count)) })),
                ])
            ),
            ("truncated", .bool(report.isTruncated)),
            ("events", .array(report.events.map(Self.json))),
        ])
    }

    private static func json(_ event: SimulationEvent) -> JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("date", JSONText(event.date)), ("kind", .string(event.kind.rawValue)),
        ]
        if let cause = event.cause { members.append(("cause", .string(cause.rawValue))) }
        if let wanted = event.wanted { members.append(("wanted", JSONText(wanted))) }
        if let answer = event.answer { members += ReloadText.members(for: answer) }
        if let index = event.index { members.append(("index", .integer(index))) }
        if let date = event.entryDate { members.append(("entryDate", JSONText(date))) }
        if let reason = event.reason { members.append(("reason", .string(reason))) }
        return .object(members)
    }
}
