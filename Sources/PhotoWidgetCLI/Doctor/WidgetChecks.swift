internal import FoundationEssentials
internal import PhotoWidget

/// Why a widget shows what it shows: one check a question that a person has.
struct WidgetChecks {
    private let status: WidgetStatus

    /// Looks at how it stands with an instance.
    init(_ status: WidgetStatus) { self.status = status }

    /// The checks, in the order in which they explain each other.
    var all: [MachineCheck] { [shown, provider, budget, runner, next] }

    private var refresh: String { "photowidget refresh --widget \(status.id.kind) --instance \(status.id.instance)" }

    private var shown: MachineCheck {
        guard let entry = status.entry, let since = status.goodSince, let age = status.age else {
            return MachineCheck(
                id: "shown", status: .warning, finding: "nothing has been published yet", remedy: refresh)
        }
        var finding = "\(entry.status.rawValue), of \(since.formatted(.iso8601)), \(DurationText.rounded(age)) old"
        if let reason = entry.reason { finding += ": \(VisibleText.line(reason))" }
        let isGood = entry.status != .stale && entry.status != .placeholder
        if isGood, !isLate { return MachineCheck(id: "shown", status: .ok, finding: finding) }
        if !isGood { return MachineCheck(id: "shown", status: .warning, finding: finding, remedy: refresh) }
        return MachineCheck(
            id: "shown", status: .warning, finding: finding + "; the next is overdue", remedy: overdueRemedy)
    }

    /// Whether the published entry has been over for longer than a run of cron may take to come.
    private var isLate: Bool {
        guard let end = status.entry?.validUntil else { return false }
        return status.date.timeIntervalSince(end) > 120
    }

    private var overdueRemedy: String {
        status.hasDaemon ? "see what it waits for below" : "nothing runs it: photowidget run, or \(refresh) from cron"
    }

    private var provider: MachineCheck {
        let state = status.state
        if state.failures > 0, let failure = state.lastFailure {
            return MachineCheck(
                id: "provider", status: .warning,
                finding: "failed \(state.failures) times in a row, last at \(failure.date.formatted(.iso8601)): "
                    + VisibleText.line(failure.reason),
                remedy: "asked again at \(failure.retry.formatted(.iso8601)); photowidget reload asks now")
        }
        guard let success = state.lastSuccess else {
            return MachineCheck(id: "provider", status: .ok, finding: "was never asked")
        }
        var finding = "answered at \(success.formatted(.iso8601)): \(state.entryDates.count) entries"
        if let failure = state.lastFailure {
            finding += "; last error at \(failure.date.formatted(.iso8601)): \(VisibleText.line(failure.reason))"
        }
        return MachineCheck(id: "provider", status: .ok, finding: finding)
    }

    private var budget: MachineCheck {
        guard let budget = status.budget, let left = status.budgetLeft else {
            return MachineCheck(id: "budget", status: .ok, finding: "no limit")
        }
        let finding = "\(Int(bounded: left)) reloads now, of \(budget.reloads) a day"
        return left >= 1
            ? MachineCheck(id: "budget", status: .ok, finding: finding)
            : MachineCheck(
                id: "budget", status: .warning, finding: finding + "; the rest is earned back evenly",
                remedy: "photowidget reload \(status.id.kind) is free")
    }

    private var runner: MachineCheck {
        status.hasDaemon
            ? MachineCheck(id: "runner", status: .ok, finding: "photowidget run shows it")
            : MachineCheck(
                id: "runner", status: .ok, finding: "no daemon; refresh and reload show it when they are run")
    }

    private var next: MachineCheck {
        guard let event = status.next else {
            return MachineCheck(id: "next", status: .ok, finding: "waits until somebody asks for a reload")
        }
        return MachineCheck(id: "next", status: .ok, finding: Self.words(for: event))
    }

    private static func words(for event: ScheduledEvent) -> String {
        let date = event.date.formatted(.iso8601)
        switch event.action {
        case .show(let index): return "shows entry \(index) at \(date)"
        case .reload(let cause):
            return "asks the provider at \(date) (\(cause.rawValue))" + (event.hold.map { ": \($0)" } ?? "")
        }
    }

    /// The same for programs, beside the checks.
    var json: [(key: String, value: JSONText)] {
        let state = status.state
        let shown: JSONText =
            status.entry.map { entry in
                .object([
                    ("status", .string(entry.status.rawValue)), ("reason", JSONText(entry.reason)),
                    ("date", JSONText(entry.date)), ("validUntil", entry.validUntil.map { JSONText($0) } ?? .null),
                    ("age", .integer(Int(bounded: status.age ?? 0))),
                ])
            } ?? .null
        let error: JSONText =
            state.lastFailure.map { failure in
                .object([
                    ("date", JSONText(failure.date)), ("reason", .string(failure.reason)),
                    ("inARow", .integer(state.failures)),
                ])
            } ?? .null
        return [
            ("kind", .string(status.id.kind)), ("instance", .string(status.id.instance)), ("shown", shown),
            ("lastError", error), ("lastSuccess", state.lastSuccess.map { JSONText($0) } ?? .null),
            (
                "budget",
                .object([
                    ("left", status.budgetLeft.map { .integer(Int(bounded: $0)) } ?? .null),
                    ("of", status.budget.map { .integer($0.reloads) } ?? .null),
                ])
            ), ("daemon", .bool(status.hasDaemon)), ("next", nextJSON),
        ]
    }

    private var nextJSON: JSONText {
        guard let event = status.next else { return .null }
        let (action, cause, index): (String, String?, Int?) =
            switch event.action {
            case .show(let index): ("show", nil, index)
            case .reload(let cause): ("reload", cause.rawValue, nil)
            }
        return .object([
            ("date", JSONText(event.date)), ("action", .string(action)), ("cause", JSONText(cause)),
            ("index", index.map(JSONText.integer) ?? .null), ("because", JSONText(event.hold?.rawValue)),
        ])
    }
}
