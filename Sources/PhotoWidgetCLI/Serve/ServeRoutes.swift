internal import FoundationEssentials
internal import PhotoWidget
internal import WebServer

/// Which address leads where.
final class ServeRoutes: HTTPHandler {
    private let rules: AccessRules
    private let page = PageFiles()
    private let files: PublishedFiles
    private let writes: ServeWrites
    private let screen: TRMNLScreen?
    private let cache: CacheFigures
    private let metrics = ServeMetrics()
    private let now: @Sendable () -> Date

    /// Serves what a publisher publishes; without a screen there is nothing for TRMNL's devices.
    init(
        _ files: PublishedFiles, rules: AccessRules, writes: ServeWrites, cache: CacheFigures,
        screen: TRMNLScreen? = nil, now: @escaping @Sendable () -> Date
    ) {
        self.files = files
        self.rules = rules
        self.writes = writes
        self.screen = screen
        self.cache = cache
        self.now = now
    }

    func note(_ response: HTTPResponse, byteCount: Int) { metrics.note(status: response.status, byteCount: byteCount) }

    func refusal(status: Int, code: String, message: String) -> HTTPResponse {
        .error(status, code: code, message: message, headers: status == 503 ? [("Retry-After", "1")] : [])
    }

    func answer(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        if let refusal = rules.refusal(of: request) { return .now(refusal) }
        guard let segments = request.segments, let first = segments.first else {
            return .now(.error(400, code: "bad_path", message: "the path is no percent-encoded UTF-8"))
        }
        switch (first, segments.count) {
        case ("groups", 3): return write(request, "PUT") { writes.put(request, group: segments[1], key: segments[2]) }
        case ("reload", 2): return write(request, "POST") { writes.reload(segments[1]) }
        case ("api", 2) where screen != nil, ("trmnl", 2) where screen != nil:
            return screen?.answer(request, segments) ?? .now(.notFound)
        default: return .now(read(request, segments))
        }
    }

    private func write(
        _ request: borrowing HTTPRequest, _ method: String, _ answer: () -> HTTPAnswer
    ) -> HTTPAnswer {
        guard request.method == method else { return .now(.method(method)) }
        if let refusal = rules.refusalOfWriting(request) { return .now(refusal) }
        return answer()
    }

    private func read(_ request: borrowing HTTPRequest, _ segments: [String]) -> HTTPResponse {
        if let refusal = rules.refusalOfReading(request) { return refusal }
        do {
            guard let found = try representation(request.path, segments) else {
                guard request.path == "/metrics" else { return .notFound }
                return isRead(request) ? try metricsPage() : .method("GET, HEAD")
            }
            return isRead(request) ? found.answer(request) : .method("GET, HEAD")
        } catch {
            return .failure(error)
        }
    }

    private func isRead(_ request: borrowing HTTPRequest) -> Bool {
        request.method == "GET" || request.method == "HEAD"
    }

    private func representation(_ path: String, _ segments: [String]) throws -> Representation? {
        if segments.count == 4, segments[0] == "widgets" {
            return try files.file(segments[3], of: WidgetID(kind: segments[1], instance: segments[2]))
        }
        if path == "/widgets.json" { return try files.listing() }
        return page[path]
    }

    private func metricsPage() throws -> HTTPResponse {
        let text = metrics.text(
            of: try files.widgets(), files: files.counts, cache: cache.statistics, at: now())
        return HTTPResponse(
            status: 200,
            headers: HTTPResponse.common + [
                ("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store"),
            ], body: Array(text.utf8))
    }
}
