internal import FoundationEssentials
internal import PhotoWidget

/// What becomes of a reload, in words and as JSON.
enum ReloadText {
    /// In words.
    static func words(for answer: ReloadAnswer) -> String {
        switch answer {
        case .granted: "granted"
        case .coalesced(let date): "coalesced with the reload at \(date.formatted(.iso8601))"
        case .deferred(let date, let hold): "deferred until \(date.formatted(.iso8601)): \(hold.description)"
        case .refused(let refusal): "refused: \(refusal.description)"
        }
    }

    /// `answer`, `until` and `because`; the last two are null where they do not apply.
    static func members(for answer: ReloadAnswer) -> [(key: String, value: JSONText)] {
        let (name, until, because): (String, Date?, String?) =
            switch answer {
            case .granted: ("granted", nil, nil)
            case .coalesced(let date): ("coalesced", date, nil)
            case .deferred(let date, let hold): ("deferred", date, hold.rawValue)
            case .refused(let refusal): ("refused", nil, refusal.rawValue)
            }
        return [
            ("answer", .string(name)), ("until", until.map { JSONText($0) } ?? .null), ("because", JSONText(because)),
        ]
    }

    /// What became of one wish, for people.
    static func line(for report: ReloadReport) -> String {
        var line = "\(report.id): \(words(for: report.answer))"
        if let entry = report.entry {
            line += "; published: \(entry.status.rawValue), \(entry.date.formatted(.iso8601))"
            if let reason = entry.reason { line += " (\(VisibleText.line(reason)))" }
        } else if let error = report.error {
            line += "; but: \(VisibleText.line("\(error)"))"
        } else if report.isDaemons {
            line += "; the daemon will do it"
        }
        return line
    }

    /// What became of one wish, for programs.
    static func json(for report: ReloadReport) -> JSONText {
        .object(
            [("kind", .string(report.id.kind)), ("instance", .string(report.id.instance))]
                + members(for: report.answer)
                + [
                    ("by", .string(report.isDaemons ? "daemon" : "command")), ("entry", report.entry?.json ?? .null),
                    ("error", JSONText(report.error.map { "\($0)" })),
                ])
    }
}
