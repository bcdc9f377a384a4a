internal import FoundationEssentials

/// A stored answer whose body was found whole.
struct StoredResource {
    let response: CachedResponse
    let bytes: [UInt8]

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
            effectiveURL: response.url)
    }
}

extension FetchResponse {
    /// When the content last changed, in whole seconds since 1970: Last-Modified, else when it was received.
    var lastModified: Int { Self.modified(fields, receivedAt: receivedAt) }

    static func modified(_ fields: HTTPFields, receivedAt: Date) -> Int {
        let date = fields["Last-Modified"].flatMap { HTTPDate.date(from: $0, now: receivedAt) } ?? receivedAt
        return Int(date.timeIntervalSince1970.rounded(.down))
    }
}

extension CachedResponse {
    func freshness(_ allowsHeuristic: Bool) -> Freshness {
        Freshness(
            fields: fields, requestedAt: requestedAt, receivedAt: receivedAt, allowsHeuristic: allowsHeuristic)
    }
}

extension FetchError {
    /// Whether stored bytes may still be shown: not after the server said that they are gone, or policy refused it.
    var leavesStoredBytesGood: Bool {
        switch self {
        case .status(_, let code, _): ![403, 404, 410].contains(code)
        case .badAddress, .refused: false
        default: true
        }
    }
}
