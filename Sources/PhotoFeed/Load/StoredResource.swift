internal import FoundationEssentials
internal import Storage

/// A stored answer whose body was found whole.
struct StoredResource {
    let response: CachedResponse
    let bytes: [UInt8]

    /// The stored answer of an address, fresh or not; `nil` where it is not there whole.
    init?(_ url: String, in cache: DiskCache) {
        guard let response = cache.response(for: url),
            let bytes = cache.withObject(of: response, { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } })
        else { return nil }
        self.response = response
        self.bytes = bytes
    }

    /// Whether a 304 is about it: one that names another strong entity tag is not.
    ///
    /// - Source: RFC 9111 §4.3.4.
    func isMeant(by answer: FetchResponse) -> Bool {
        guard let tag = answer.fields["ETag"], tag.hasPrefix("\"") else { return true }
        return tag == response.fields["ETag"]
    }

    func resource(_ arrival: Arrival) -> Resource {
        Resource(
            bytes: bytes, digest: response.digest, arrival: arrival,
            modified: FetchResponse.modified(response.fields, receivedAt: response.receivedAt),
            effectiveURL: response.url, address: response.url, reach: response.reach)
    }
}

extension FetchResponse {
    /// When the content last changed, in whole seconds since 1970: Last-Modified, else when it was received.
    var lastModified: Int { Self.modified(fields, receivedAt: receivedAt) }

    static func modified(_ fields: HTTPFields, receivedAt: Date) -> Int {
        let date = fields["Last-Modified"].flatMap { HTTPDate.date(from: $0, now: receivedAt) } ?? receivedAt
        return Int(bounded: date.timeIntervalSince1970.rounded(.down))
    }
}

extension CachedResponse {
    /// How long the answer may be used, and whether.
    func freshness(_ use: ResourceLoader.Use) -> Freshness {
        Freshness(
            fields: fields, requestedAt: requestedAt, receivedAt: receivedAt, allowsHeuristic: use.allowsHeuristic,
            longest: use.longestLifetime)
    }
}

extension FetchError {
    /// Whether stored bytes may still be shown: not after the server said that they are gone, or policy refused it.
    var leavesStoredBytesGood: Bool {
        switch self {
        case .status(_, let code, _): ![403, 404, 410].contains(code)
        case .badAddress, .refused, .unusable: false
        default: true
        }
    }
}
