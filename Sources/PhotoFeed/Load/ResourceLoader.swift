internal import FoundationEssentials
internal import Storage

/// The bytes of one address, and how they came.
struct Resource {
    /// The body, whole.
    var bytes: [UInt8]
    /// SHA-256 of the body, in hexadecimal digits.
    var digest: String
    /// How it came to be served.
    var arrival: Arrival
    /// When its content last changed, in whole seconds since 1970.
    var modified: Int
    /// The address that answered, after redirects.
    var effectiveURL: String
}

/// Gets the bytes of an address by the rules of HTTP caching: from the index while fresh, else by a conditional request.
struct ResourceLoader: Sendable {
    /// Where answers are kept.
    let cache: DiskCache
    /// How requests are made.
    let fetcher: any Fetcher
    /// The clock.
    let now: @Sendable () -> Date
    /// Whether no request may be made.
    let isOffline: Bool

    /// Judges a new body before it may be stored: the ending of its file, or why it is refused.
    typealias Admission = (Resource) throws(LoadError) -> String

    /// Gets a resource; with `allowsHeuristic`, an answer that names no lifetime may be used for a part of its age.
    ///
    /// Where the request fails and stored bytes are there, they serve as `.stale`, unless the server says that there is
    /// nothing any more, or its new bytes are refused.
    func resource(
        _ request: FetchRequest, allowsHeuristic: Bool, admit: Admission
    ) throws(LoadError) -> Resource {
        let stored = stored(request.url)
        if let stored, stored.response.freshness(allowsHeuristic).isFresh(at: now()) {
            return stored.resource(.cached)
        }
        let answer: FetchResponse
        do throws(FetchError) {
            answer = try fetch(request, over: stored)
        } catch {
            guard let stored, error.leavesStoredBytesGood else { throw .fetch(error) }
            return stored.resource(.stale(reason: "\(error)"))
        }
        if answer.status == 304, let stored {
            // The bytes are right whether or not the index can be brought up to date.
            _ = try? cache.revalidate(
                request.url, fields: answer.fields, requestedAt: answer.requestedAt, receivedAt: answer.receivedAt)
            return stored.resource(.revalidated)
        }
        let resource = Resource(
            bytes: answer.body, digest: SHA256.hexDigest(of: answer.body), arrival: .fetched,
            modified: answer.lastModified, effectiveURL: answer.effectiveURL)
        let ending = try admit(resource)
        if Freshness(fields: answer.fields, requestedAt: answer.requestedAt, receivedAt: answer.receivedAt).mayStore {
            // What cannot be kept was still received: it is shown now and asked for again next time.
            _ = try? cache.store(
                resource.bytes, fileExtension: ending, url: request.url, fields: answer.fields,
                requestedAt: answer.requestedAt, receivedAt: answer.receivedAt)
        }
        return resource
    }

    private func fetch(_ request: FetchRequest, over stored: StoredResource?) throws(FetchError) -> FetchResponse {
        if isOffline { throw .offline(url: request.url) }
        let host = try HTTPOrigin(url: request.url).description
        if let until = cache.backOff(of: host, at: now()) { throw .waiting(url: request.url, until: until) }
        if let failure = cache.failure(for: request.url, at: now()), let code = Int(failure.kind) {
            throw .status(url: request.url, code: code, retryAt: nil)
        }
        var conditional = request
        conditional.etag = stored?.response.fields["ETag"]
        conditional.lastModified = stored?.response.fields["Last-Modified"]
        do throws(FetchError) {
            return try fetcher.fetch(conditional)
        } catch {
            remember(error, of: request.url, host: host)
            throw error
        }
    }

    /// Keeps what later runs must know of a failure: a host that said wait, an address that has nothing.
    private func remember(_ error: FetchError, of url: String, host: String) {
        guard case .status(_, let code, let retryAt) = error else { return }
        // A cache that cannot be written to remembers nothing; the next run may then ask once too often.
        if retryAt != nil || code == 429 {
            try? cache.recordBackOff(of: host, until: retryAt ?? now() + Self.unnamedWait)
        } else if [403, 404, 410].contains(code) {
            try? cache.recordFailure(
                CachedFailure(url: url, kind: String(code), until: now() + Self.lifeOfNothing))
        }
    }

    /// How long an address that answered 403, 404 or 410 is not asked again, in seconds.
    private static let lifeOfNothing: TimeInterval = 3600

    /// How long a host is left alone that answered 429 without naming a time, in seconds.
    private static let unnamedWait: TimeInterval = 60

    private func stored(_ url: String) -> StoredResource? {
        guard let response = cache.response(for: url),
            let bytes = cache.withObject(of: response, { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } })
        else { return nil }
        return StoredResource(response: response, bytes: bytes)
    }
}

/// A stored answer whose body was found whole.
private struct StoredResource {
    let response: CachedResponse
    let bytes: [UInt8]

    func resource(_ arrival: Arrival) -> Resource {
        Resource(
            bytes: bytes, digest: response.digest, arrival: arrival,
            modified: FetchResponse.modified(response.fields, receivedAt: response.receivedAt),
            effectiveURL: response.url)
    }
}

extension FetchResponse {
    /// When the content last changed, in whole seconds since 1970: Last-Modified, else when it was received.
    fileprivate var lastModified: Int { Self.modified(fields, receivedAt: receivedAt) }

    fileprivate static func modified(_ fields: HTTPFields, receivedAt: Date) -> Int {
        let date = fields["Last-Modified"].flatMap { HTTPDate.date(from: $0, now: receivedAt) } ?? receivedAt
        return Int(date.timeIntervalSince1970.rounded(.down))
    }
}

extension CachedResponse {
    fileprivate func freshness(_ allowsHeuristic: Bool) -> Freshness {
        Freshness(
            fields: fields, requestedAt: requestedAt, receivedAt: receivedAt, allowsHeuristic: allowsHeuristic)
    }
}

extension FetchError {
    /// Whether stored bytes may still be shown: not after the server said that they are gone, or policy refused it.
    fileprivate var leavesStoredBytesGood: Bool {
        switch self {
        case .status(_, let code, _): ![403, 404, 410].contains(code)
        case .badAddress, .refused: false
        default: true
        }
    }
}
