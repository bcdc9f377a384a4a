internal import FoundationEssentials
internal import PhotoWidget
internal import Synchronization

/// What the server has done, and how old the widgets are, for Prometheus.
///
/// - Source: Prometheus, "Exposition formats", text version 0.0.4.
final class ServeMetrics: Sendable {
    private struct Counts {
        var answers: [Int: Int] = [:]
        var bytes = 0
    }

    private let counts = Mutex(Counts())

    /// Counts an answer.
    func note(status: Int, byteCount: Int) {
        counts.withLock { counts in
            counts.answers[status, default: 0] += 1
            counts.bytes += byteCount
        }
    }

    /// The page of figures.
    func text(of widgets: [WebWidget], files: (hits: Int, loads: Int), at now: Date) -> String {
        let counts = counts.withLock { $0 }
        var page = Page()
        page.family("http_requests_total", "counter", "Requests answered, by status.")
        for (status, count) in counts.answers.sorted(by: { $0.key < $1.key }) {
            page.sample("http_requests_total", [("code", "\(status)")], "\(count)")
        }
        page.family("http_response_bytes_total", "counter", "Bytes of answers' bodies.")
        page.sample("http_response_bytes_total", [], "\(counts.bytes)")
        page.family("file_cache_hits_total", "counter", "Published files that were open when they were asked for.")
        page.sample("file_cache_hits_total", [], "\(files.hits)")
        page.family("file_cache_loads_total", "counter", "Published files that had to be opened.")
        page.sample("file_cache_loads_total", [], "\(files.loads)")
        page.family("widget_age_seconds", "gauge", "Time since the entry shown was made.")
        for widget in widgets {
            guard let made = Self.date(widget.dates.made) else { continue }
            page.sample("widget_age_seconds", Self.labels(of: widget), Self.number(now.timeIntervalSince(made)))
        }
        page.family("widget_next_entry_seconds", "gauge", "Time until the next entry is due; negative if it was.")
        for widget in widgets {
            guard let next = Self.date(widget.dates.next) else { continue }
            page.sample("widget_next_entry_seconds", Self.labels(of: widget), Self.number(next.timeIntervalSince(now)))
        }
        page.family("widget_status", "gauge", "1 for the status that the entry shown has.")
        for widget in widgets {
            page.sample("widget_status", Self.labels(of: widget) + [("status", widget.status)], "1")
        }
        return page.text
    }

    private static func labels(of widget: WebWidget) -> [(String, String)] {
        [("kind", widget.id.kind), ("instance", widget.id.instance)]
    }

    private static func number(_ seconds: TimeInterval) -> String { "\((seconds * 1000).rounded() / 1000)" }

    private static func date(_ text: String?) -> Date? { text.flatMap { try? Date($0, strategy: .iso8601) } }

    private struct Page {
        var text = ""

        mutating func family(_ name: String, _ type: String, _ help: String) {
            text += "# HELP photowidget_\(name) \(help)\n# TYPE photowidget_\(name) \(type)\n"
        }

        mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
            let inside = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
            text += "photowidget_\(name)\(inside.isEmpty ? "" : "{\(inside)}") \(value)\n"
        }

        private static func escaped(_ value: String) -> String {
            value.reduce(into: "") { result, character in
                switch character {
                case "\\": result += "\\\\"
                case "\"": result += "\\\""
                case "\n": result += "\\n"
                default: result.append(character)
                }
            }
        }
    }
}
