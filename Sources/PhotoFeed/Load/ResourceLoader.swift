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
    /// Why it could not be kept: it was received all the same, is shown now, and asked for again next time.
    var unstored: StorageError?
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

    /// What getting a resource takes.
    enum Plan {
        /// The stored bytes, which are fresh.
        case stored(Resource)
        /// A request.
        case ask(Question)
    }

    /// A request that has to be made, and what serves if it fails.
    struct Question {
        /// The request, with the validators of what is stored.
        let request: FetchRequest
        /// Whom it goes to.
        let host: String
        fileprivate let stored: StoredResource?
    }

    /// Gets a resource; with `allowsHeuristic`, an answer that names no lifetime may be used for a part of its age.
    ///
    /// Where the request fails and stored bytes are there, they serve as `.stale`, unless the server says that there is
    /// nothing any more, or its new bytes are refused.
    func resource(
        _ request: FetchRequest, allowsHeuristic: Bool, admit: Admission
    ) throws(LoadError) -> Resource {
        switch try plan(request, allowsHeuristic: allowsHeuristic) {
        case .stored(let resource): return resource
        case .ask(let question):
            if let refusal = refusal(of: question) { return try resource(insteadOf: question, refusal) }
            let answer: Result<FetchResponse, FetchError>
            do throws(FetchError) {
                answer = .success(try fetcher.fetch(question.request))
            } catch {
                answer = .failure(error)
            }
            return try resource(of: question, answer, admit: admit)
        }
    }

    /// Looks at what is stored, and says whether that is enough; asks nobody.
    func plan(_ request: FetchRequest, allowsHeuristic: Bool) throws(LoadError) -> Plan {
        let stored = stored(request.url)
        if let stored, stored.response.freshness(allowsHeuristic).isFresh(at: now()) {
            return .stored(stored.resource(.cached))
        }
        var conditional = request
        conditional.etag = stored?.response.fields["ETag"]
        conditional.lastModified = stored?.response.fields["Last-Modified"]
        do throws(FetchError) {
            let host = try HTTPOrigin(url: request.url).description
            return .ask(Question(request: conditional, host: host, stored: stored))
        } catch {
            throw .fetch(error)
        }
    }

    /// Why a question may not be asked now: offline, a host that said wait, an address that had nothing; `nil` if it may.
    func refusal(of question: Question) -> FetchError? {
        let url = question.request.url
        if isOffline { return .offline(url: url) }
        if let until = cache.backOff(of: question.host, at: now()) { return .waiting(url: url, until: until) }
        if let failure = cache.failure(for: url, at: now()), let code = Int(failure.kind) {
            return .status(url: url, code: code, retryAt: nil)
        }
        return nil
    }

    /// What serves where a question was not asked: the stored bytes, as `.stale`, or else the reason is thrown.
    func resource(insteadOf question: Question, _ error: FetchError) throws(LoadError) -> Resource {
        guard let stored = question.stored, error.leavesStoredBytesGood else { throw .fetch(error) }
        return stored.resource(.stale(reason: "\(error)"))
    }

    /// Takes the answer to a question, keeps what later runs must know of it, and gives the resource.
    func resource(
        of question: Question, _ answer: Result<FetchResponse, FetchError>, admit: Admission
    ) throws(LoadError) -> Resource {
        let url = question.request.url
        let response: FetchResponse
        switch answer {
        case .success(let answer): response = answer
        case .failure(let error):
            remember(error, of: url, host: question.host)
            return try resource(insteadOf: question, error)
        }
        if response.status == 304, let stored = question.stored {
            // The bytes are right whether or not the index can be brought up to date.
            _ = try? cache.revalidate(
                url, fields: response.fields, requestedAt: response.requestedAt, receivedAt: response.receivedAt)
            return stored.resource(.revalidated)
        }
        var resource = Resource(
            bytes: response.body, digest: SHA256.hexDigest(of: response.body), arrival: .fetched,
            modified: response.lastModified, effectiveURL: response.effectiveURL)
        let ending = try admit(resource)
        let freshness = Freshness(
            fields: response.fields, requestedAt: response.requestedAt, receivedAt: response.receivedAt)
        if freshness.mayStore {
            do throws(StorageError) {
                _ = try cache.store(
                    resource.bytes, fileExtension: ending, url: url, fields: response.fields,
                    requestedAt: response.requestedAt, receivedAt: response.receivedAt)
            } catch {
                resource.unstored = error
            }
        }
        return resource
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

    /// The stored body of an address, fresh or not.
    func storedBytes(of url: String) -> [UInt8]? { stored(url)?.bytes }

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
