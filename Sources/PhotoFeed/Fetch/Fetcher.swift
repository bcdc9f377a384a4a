public import FoundationEssentials

/// What is asked of a server.
public struct FetchRequest: Sendable {
    /// The absolute address, `http` or `https`.
    public var url: String
    /// Entity tag of the stored answer, sent as If-None-Match.
    public var etag: String?
    /// Last-Modified of the stored answer, sent as If-Modified-Since.
    public var lastModified: String?
    /// What came of the body before, of which the rest is asked for; then neither validator is sent.
    public var partial: PartialBody?
    /// Called with what came of a body that can go on: where it was cut, before the error is thrown, and of a long one now
    /// and then while it arrives.
    public var keepPartial: (@Sendable (PartialBody) -> Void)?
    /// The largest body taken, in bytes; counted while it arrives.
    public var maxBytes: Int
    /// Which addresses may be reached, on every hop.
    public var policy: AddressPolicy
    /// Where a 304 leads, if what is stored of the address is a redirect.
    public var redirect: String?
    /// What is known of the addresses that redirects lead to, and what becomes known of them; the conditions above are of
    /// the first address alone.
    public var trail: FetchTrail?
    /// What the tries before left of the body of an address that a redirect led to.
    var leftover: Leftover?

    /// Makes a request.
    public init(
        url: String, etag: String? = nil, lastModified: String? = nil, maxBytes: Int, policy: AddressPolicy
    ) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.maxBytes = maxBytes
        self.policy = policy
    }

    /// What tries left of the body of one address.
    struct Leftover: Sendable {
        var url: String
        /// `nil` where the server will not give the rest: the whole is asked for.
        var partial: PartialBody?
    }

    /// The same request with the conditions of a hop in place of those of the first address.
    func with(_ conditions: FetchConditions) -> FetchRequest {
        var request = self
        request.etag = conditions.etag
        request.lastModified = conditions.lastModified
        request.partial = conditions.partial
        request.redirect = conditions.redirect
        request.keepPartial = conditions.keepPartial
        return request
    }
}

/// What a server answered: 200 with a whole body, also where it was put together of parts, or 304 with none.
public struct FetchResponse: Sendable {
    /// 200 or 304.
    public var status: Int
    /// The last hop's header fields.
    public var fields: HTTPFields
    /// The body, its transfer and content codings undone.
    public var body: [UInt8]
    /// The address that answered, after redirects.
    public var effectiveURL: String
    /// The address under which a cache keeps the answer: as it was asked for, or as the last redirect names it.
    public var address: String
    /// Whether a redirect led to a stored body that is still fresh, so that nothing was asked of its server; then the
    /// status is 304.
    public var isStored = false
    /// Whether the body was begun by an earlier exchange.
    public var isResumed = false
    /// Where the typed origin was reached; `nil` where it was not asked.
    public var reach: Reach?
    /// When the request was sent, by the clock passed in.
    public var requestedAt: Date
    /// When the header arrived, by the clock passed in.
    public var receivedAt: Date

    /// Makes a response of its parts.
    public init(
        status: Int, fields: HTTPFields, body: [UInt8], effectiveURL: String, requestedAt: Date, receivedAt: Date
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.effectiveURL = effectiveURL
        address = effectiveURL
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }
}

/// Why nothing good came from a server.
///
/// Every case carries the address asked for.
public enum FetchError: Error, Equatable, Sendable {
    /// Not an absolute http or https address.
    case badAddress(url: String, reason: String)
    /// Refused by policy: `address` is the numeric address or the scheme that may not be reached.
    case refused(url: String, address: String, reason: String)
    /// The host's name was not found.
    case unresolved(url: String, host: String, reason: String)
    /// What is named as a proxy by an option or a variable is none.
    case badProxy(url: String, setting: String)
    /// The proxy, named without its password, was not found, did not answer or did not let the request through.
    case proxyFailed(url: String, proxy: String, reason: String)
    /// No connection: connect, reset, no answer.
    case unreachable(url: String, reason: String)
    /// No TLS: the other end does not speak it, or none that is allowed.
    case tlsFailed(url: String, reason: String)
    /// The certificates to trust cannot be read; `named` says which, and by which option or variable.
    case badCertificates(url: String, named: String, reason: String)
    /// The server could not prove who it is: its certificate is wrong, old or another's.
    case insecure(url: String, reason: String)
    /// libcurl cannot be loaded; `reason` names the Debian package.
    case noLibrary(url: String, reason: String)
    /// A time limit ran out; `limit` says which ("connect 5 s", "stalled below 1000 B/s for 10 s", "whole 30 s").
    case timedOut(url: String, limit: String)
    /// What answered does not speak HTTP.
    case notHTTP(url: String, reason: String)
    /// The body's content coding is not undone here, or is not what it says.
    case badCoding(url: String, coding: String)
    /// The body ended before its promised length, or inside its coding.
    case truncated(url: String, received: Int, promised: Int?)
    /// The body is larger than allowed, in bytes.
    case tooLarge(url: String, limit: Int)
    /// The header is larger than allowed, in bytes.
    case headerTooLarge(url: String, limit: Int)
    /// More redirects than allowed.
    case tooManyRedirects(url: String, limit: Int)
    /// A redirect leads to an address that the same request has been at before.
    case redirectLoop(url: String, again: String)
    /// A status other than 200, 203 and an expected 206 or 304; `retryAt` from Retry-After, clamped.
    case status(url: String, code: Int, retryAt: Date?)
    /// The host asked us to wait, or failed too often, and the time has not come: no request was made.
    case waiting(url: String, until: Date)
    /// What the address answered before is of no use (no picture), and it is left alone until a time; `until` is `nil`
    /// where the run has had too many such answers. No request was made.
    case unusable(url: String, reason: String, until: Date?)
    /// `--offline` and not in the cache: no request was made.
    case offline(url: String)
}

/// Gets one address, synchronously: a widget's provider may not wait for a callback.
public protocol Fetcher: Sendable {
    /// Gets an address, following redirects and retrying where that makes sense.
    func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse
}
