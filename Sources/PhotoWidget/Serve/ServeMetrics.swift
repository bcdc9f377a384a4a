internal import FoundationEssentials
internal import PhotoFeed
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
    func text(
        of widgets: [WebWidget], files: (hits: Int, loads: Int), cache: DiskCacheStatistics?, at now: Date
    ) -> String {
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
        if let cache { Self.add(cache, to: &page) }
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

    private static func add(_ cache: DiskCacheStatistics, to page: inout Page) {
        let counters = cache.counters
        page.family("cache_hits_total", "counter", "Pictures that a tier of the cache had, in all processes.")
        page.sample("cache_hits_total", [("tier", "memory")], "\(counters.memoryHits)")
        page.sample("cache_hits_total", [("tier", "disk")], "\(counters.hits)")
        let counts = [
            ("cache_misses_total", counters.misses, "Pictures that no tier of the cache had."),
            ("cache_revalidations_total", counters.revalidated, "Answers that a server said are still right (304)."),
            ("cache_fetches_total", counters.fetched, "Bodies that came from a server."),
            ("cache_evictions_total", counters.evictions, "Files removed to keep a limit."),
            ("cache_damaged_files_total", counters.damaged, "Files found damaged, and removed."),
        ]
        for (name, count, help) in counts {
            page.family(name, "counter", help)
            page.sample(name, [], "\(count)")
        }
        page.family("cache_size_bytes", "gauge", "Bytes of originals and thumbnails on the disk.")
        page.sample("cache_size_bytes", [], "\(cache.byteCount)")
        page.family("cache_files", "gauge", "Originals and thumbnails on the disk.")
        page.sample("cache_files", [("kind", "original")], "\(cache.originalCount)")
        page.sample("cache_files", [("kind", "thumbnail")], "\(cache.thumbnailCount)")
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
