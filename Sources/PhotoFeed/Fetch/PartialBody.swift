import FoundationEssentials

/// What came of a body before its download was cut, and what tells that the rest still belongs to it.
public struct PartialBody: Equatable, Sendable {
    /// The bytes from the first on.
    public var bytes: [UInt8]
    /// A strong entity tag, or a Last-Modified that is as good as one: sent as If-Range.
    public var validator: String

    /// Makes a partial body of its parts.
    public init(bytes: [UInt8], validator: String) {
        self.bytes = bytes
        self.validator = validator
    }
}

extension PartialBody {
    /// What came of an exchange that was cut, or still goes on; `nil` where nothing did, or the server lets nothing be kept
    /// or go on.
    ///
    /// - Source: RFC 9110 §13.1.5 (only a strong validator), §14.3 (Accept-Ranges: none).
    init?(cut reception: CurlReception, status: Int, after partial: PartialBody?) {
        let fields = reception.fields
        guard !CacheControl(fields["Cache-Control"] ?? "").noStore else { return nil }
        if status == 206, let partial, reception.range?.first == partial.bytes.count {
            self = partial
            bytes += reception.body
            return
        }
        guard FetchAttempt.carriesPicture(status), !reception.body.isEmpty, ContentCoding(fields) == .plain,
            fields["Accept-Ranges"]?.lowercased() != "none",
            let validator = fields.strongValidator(at: reception.receivedAt)
        else { return nil }
        self.init(bytes: reception.body, validator: validator)
    }

    /// The whole body, where a 206 brings exactly the rest.
    ///
    /// Throws `status` for another range or another state of the picture, and `tooLarge`.
    /// - Source: RFC 9110 §14.4, §15.3.7.
    func joined(with reception: CurlReception, maxBytes: Int, of url: String) throws(FetchError) -> [UInt8] {
        let tag = reception.fields["ETag"]
        guard let range = reception.range, range.first == bytes.count, range.last == range.length - 1,
            reception.body.count == range.length - bytes.count, ContentCoding(reception.fields) == .plain,
            !validator.hasPrefix("\"") || tag == nil || tag == validator
        else { throw .status(url: url, code: 206, retryAt: nil) }
        guard range.length <= maxBytes else { throw .tooLarge(url: url, limit: maxBytes) }
        return bytes + reception.body
    }
}

extension CurlReception {
    /// The Content-Range: first and last byte, and the whole length; `nil` where it says something else.
    var range: (first: Int, last: Int, length: Int)? {
        guard let value = fields["Content-Range"], value.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst("bytes ".count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = Int(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first <= last, last < length else {
            return nil
        }
        return (first, last, length)
    }
}

extension HTTPFields {
    /// What may be sent as If-Range: a strong entity tag, else a Last-Modified older than its Date.
    ///
    /// - Source: RFC 9110 §8.8.2.2.
    fileprivate func strongValidator(at now: Date?) -> String? {
        if let tag = values("ETag").first { return tag.hasPrefix("\"") && tag.count > 2 ? tag : nil }
        guard let modified = values("Last-Modified").first, let date = values("Date").first,
            let now,
            let modifiedAt = HTTPDate.date(from: modified, now: now), let sentAt = HTTPDate.date(from: date, now: now),
            sentAt.timeIntervalSince(modifiedAt) >= 1
        else { return nil }
        return modified
    }

    /// The fields of a whole answer, made of those of its last part.
    var whole: HTTPFields {
        HTTPFields(fields.filter { !["content-range", "content-length"].contains($0.name.lowercased()) })
    }
}

extension FetchRequest {
    /// Two whole header lines, or none: the range of what is missing, or the conditions.
    var lines: (String?, String?) {
        // One that has reached the limit cannot become a whole body within it.
        if let partial, partial.bytes.count < maxBytes, let validator = Self.line("If-Range", partial.validator) {
            return ("Range: bytes=\(partial.bytes.count)-", validator)
        }
        return (Self.line("If-None-Match", etag), Self.line("If-Modified-Since", lastModified))
    }

    /// Takes in what a failed try left of the body, so that it is not asked for again: neither by the next try nor, after
    /// the last, by a later run.
    ///
    /// - Returns: whether to ask again at once, for the whole, because the server will not give the rest.
    mutating func learn(from failure: FetchError, _ attempt: FetchAttempt) -> Bool {
        if let cut = attempt.cut {
            keep(cut, of: attempt)
            attempt.asked.keepPartial?(cut)
            return false
        }
        guard attempt.asked.partial != nil, failure.refusesRange else { return false }
        keep(nil, of: attempt)
        return true
    }

    private mutating func keep(_ partial: PartialBody?, of attempt: FetchAttempt) {
        if attempt.isRedirected {
            leftover = Leftover(url: attempt.address, partial: partial)
        } else {
            self.partial = partial
        }
    }

    /// A header line, or `nil` where the value (from a server, by way of a disk) is not one line of text.
    private static func line(_ name: String, _ value: String?) -> String? {
        guard let value, !value.isEmpty, value.utf8.count <= 1024,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return "\(name): \(value)"
    }
}

extension FetchError {
    /// Whether a body that was cut so may go on.
    var mayGoOn: Bool {
        switch self {
        case .truncated, .timedOut: true
        default: false
        }
    }

    /// Whether the server will not, or cannot, give the rest of a body.
    var refusesRange: Bool {
        if case .status(_, let code, _) = self { code == 206 || code == 412 || code == 416 } else { false }
    }
}
