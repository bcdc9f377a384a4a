internal import Synchronization

/// A fetcher that remembers good answers for a moment, so that what is asked for many times over goes out once.
///
/// For requests that a widget's views make while they are evaluated: each of its entries is, for each scheme and scale,
/// and asks for the same pictures. Like a browser's pictures of one page these are one use of one answer, whatever the
/// answer says of being stored; what lasts longer is the disk tier's.
package final class RecentAnswers: Fetcher {
    private struct Answer: Sendable {
        let response: FetchResponse
        let arrival: Duration
    }

    private let fetcher: any Fetcher
    private let life: Duration
    private let uptime: @Sendable () -> Duration
    private let answers: MemoryCache<String, Answer>
    private let flights = SingleFlight<String, FetchResponse, FetchError>()

    /// Makes a fetcher before another.
    ///
    /// - Parameters:
    ///   - fetcher: What asks the servers.
    ///   - life: How long an answer is remembered.
    ///   - byteLimit: The sum of the bodies that are remembered, in bytes.
    ///   - uptime: Time that only runs forward.
    package init(
        before fetcher: any Fetcher, life: Duration = .seconds(60), byteLimit: Int = 30_000_000,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.fetcher = fetcher
        self.life = life
        self.uptime = uptime
        answers = MemoryCache(totalCostLimit: byteLimit)
    }

    package func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        // Whoever brings validators or a part of the body knows more than this memory.
        guard request.etag == nil, request.lastModified == nil, request.partial == nil else {
            return try fetcher.fetch(request)
        }
        return try flights.value(of: request.url) { () throws(FetchError) in
            if let answer = answers.object(forKey: request.url), uptime() - answer.arrival < life {
                return answer.response
            }
            let response = try fetcher.fetch(request)
            answers.setObject(
                Answer(response: response, arrival: uptime()), forKey: request.url, cost: response.body.count)
            return response
        }
    }
}
