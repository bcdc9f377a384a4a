package import FoundationEssentials
package import WebServer

/// Which address leads where.
package final class ServeRoutes: HTTPHandler {
    private let rules: AccessRules
    private let page = PageFiles()
    private let files: PublishedFiles
    private let others: [any ServeAddresses]
    private let cache: CacheFigures?
    private let metrics = ServeMetrics()
    private let now: @Sendable () -> Date

    /// Serves what a publisher publishes, to whom the rules allow it.
    ///
    /// - Parameters:
    ///   - files: What is published.
    ///   - rules: Who may ask.
    ///   - others: What else has addresses here; by default nothing, so that nobody can do anything but read.
    ///   - cache: The figures of the cache, if there is one.
    ///   - now: The clock.
    package init(
        _ files: PublishedFiles, rules: AccessRules, others: [any ServeAddresses] = [], cache: CacheFigures? = nil,
        now: @escaping @Sendable () -> Date
    ) {
        self.files = files
        self.rules = rules
        self.others = others
        self.cache = cache
        self.now = now
    }

    package func note(_ response: HTTPResponse, byteCount: Int) {
        metrics.note(status: response.status, byteCount: byteCount)
    }

    package func refusal(
        status: Int, code: String, message: String, headers: [(name: String, value: String)]
    ) -> HTTPResponse {
        .error(status, code: code, message: message, headers: headers)
    }

    package func answer(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        if let refusal = rules.refusal(of: request) { return .now(refusal) }
        guard var segments = request.segments, !segments.isEmpty else {
            return .now(.error(400, code: "bad_path", message: "the path is no percent-encoded UTF-8"))
        }
        // A slash at the end, and one slash too many, ask for the same: devices and libraries join addresses as they like.
        segments.removeAll(where: \.isEmpty)
        if segments.isEmpty { segments = [""] }
        for other in others {
            if let answer = other.answer(request, segments) { return answer }
        }
        return rules.refusalOfReading(request) ?? .now(read(request, segments))
    }

    private func read(_ request: borrowing HTTPRequest, _ segments: [String]) -> HTTPResponse {
        do throws(PublishError) {
            guard let found = try representation(segments) else {
                guard segments == ["metrics"] else { return .notFound }
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

    private func representation(_ segments: [String]) throws(PublishError) -> Representation? {
        if segments.count == 4, segments[0] == "widgets" {
            return try files.file(segments[3], of: WidgetID(kind: segments[1], instance: segments[2]))
        }
        guard segments.count == 1 else { return nil }
        return segments[0] == "widgets.json" ? try files.listing() : page["/\(segments[0])"]
    }

    private func metricsPage() throws(PublishError) -> HTTPResponse {
        let text = metrics.text(
            of: try files.widgets(), files: files.counts, cache: cache?.statistics, at: now())
        return HTTPResponse(
            status: 200,
            headers: HTTPResponse.common + [
                ("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), ("Cache-Control", "no-store"),
            ], body: Array(text.utf8))
    }
}
