internal import Dispatch
public import Foundation
public import FoundationNetworking
internal import PhotoFeed
internal import Synchronization

/// Gets addresses for a widget that was written for iPhone.
///
/// Unlike Foundation's own it has limits: http and https only, no private addresses, a size, deadlines, retries. Only
/// whole good answers arrive as data; any other is an error, where a listing that forgets to look at the status would
/// have taken an error page for a picture.
public final class URLSession: Sendable {
    /// The session that a widget uses.
    public static let shared = URLSession()

    private init() {}

    /// Prepares a request; nothing happens before ``URLSessionDataTask/resume()``.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - completionHandler: Called once, on a thread of its own, with data and response or with an error.
    /// - Returns: The task.
    public func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        URLSessionDataTask(url: url, fetcher: WebTransport.fetcher, completion: completionHandler)
    }

    /// Prepares a request; of the request only the address counts.
    public func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        URLSessionDataTask(url: request.url, fetcher: WebTransport.fetcher, completion: completionHandler)
    }

    /// Gets an address.
    public func data(from url: URL) async throws -> (Data, URLResponse) {
        try await withCheckedThrowingContinuation { continuation in
            dataTask(with: url) { data, response, error in
                if let data, let response {
                    continuation.resume(returning: (data, response))
                } else {
                    continuation.resume(throwing: error ?? URLError(.unknown))
                }
            }.resume()
        }
    }
}

/// A request on its way.
public final class URLSessionDataTask: Sendable {
    private let url: URL?
    private let fetcher: any Fetcher
    private let completion: Mutex<(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?>

    init(
        url: URL?, fetcher: any Fetcher, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        self.url = url
        self.fetcher = fetcher
        self.completion = Mutex(completion)
    }

    /// Starts the request; the second time nothing happens.
    public func resume() {
        guard let completion = take() else { return }
        guard let url else { return completion(nil, nil, URLError(.badURL)) }
        let fetcher = fetcher
        DispatchQueue.global().async {
            do throws(FetchError) {
                let answer = try WebTransport.get(url, by: fetcher)
                let response = HTTPURLResponse(
                    url: URL(string: answer.effectiveURL) ?? url, statusCode: answer.status, httpVersion: nil,
                    headerFields: nil)
                // What the completion itself gets goes the same way.
                WebTransport.$fetcher.withValue(fetcher) { completion(Data(answer.body), response, nil) }
            } catch {
                completion(nil, nil, error)
            }
        }
    }

    /// Gives the request up; one that has started goes on and is answered.
    public func cancel() { take()?(nil, nil, URLError(.cancelled)) }

    private func take() -> (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)? {
        completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
    }
}
