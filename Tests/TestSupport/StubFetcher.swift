package import FoundationEssentials
package import PhotoFeed
internal import Synchronization

/// A server that answers from a table, and remembers what it was asked.
package final class StubFetcher: Fetcher {
    /// What the server has at an address.
    package enum Answer: Sendable {
        /// A body with an entity tag made of it, fresh for so many seconds.
        case body([UInt8], maxAge: Int)
        /// A body that may not be stored.
        case unstorable([UInt8])
        /// A body that another address answered with.
        case redirected([UInt8], to: String)
        /// A failure.
        case failure(FetchError)
    }

    private let state: Mutex<(answers: [String: Answer], requests: [FetchRequest])>
    private let now: @Sendable () -> Date
    private let place: Mutex<Reach?>

    /// Makes a server, which says that it was reached at `reach`.
    package init(
        _ answers: [String: Answer] = [:], reach: Reach? = nil, now: @escaping @Sendable () -> Date
    ) {
        state = Mutex((answers, []))
        place = Mutex(reach)
        self.now = now
    }

    /// Moves the server: where it says that it was reached from now on.
    package func move(to reach: Reach?) { place.withLock { $0 = reach } }

    /// Changes what the server has at an address.
    package func set(_ url: String, _ answer: Answer) { state.withLock { $0.answers[url] = answer } }

    /// What was asked, in order.
    package var requests: [FetchRequest] { state.withLock { $0.requests } }

    package func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answers[request.url]
        }
        switch answer {
        case nil: throw .status(url: request.url, code: 404, retryAt: nil)
        case .failure(let error): throw error
        case .body(let body, let maxAge):
            let tag = "\"\(body.hashValue)\""
            let fields = [("ETag", tag), ("Cache-Control", "max-age=\(maxAge)")]
            return response(request.etag == tag ? 304 : 200, fields, request.etag == tag ? [] : body, request.url)
        case .unstorable(let body): return response(200, [("Cache-Control", "no-store")], body, request.url)
        case .redirected(let body, let url): return response(200, [], body, url)
        }
    }

    private func response(_ status: Int, _ fields: [(String, String)], _ body: [UInt8], _ url: String) -> FetchResponse
    {
        var response = FetchResponse(
            status: status, fields: HTTPFields(fields.map { HTTPFields.Field(name: $0.0, value: $0.1) }), body: body,
            effectiveURL: url, requestedAt: now(), receivedAt: now())
        response.reach = place.withLock { $0 }
        return response
    }
}
