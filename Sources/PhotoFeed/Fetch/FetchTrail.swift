public import FoundationEssentials
internal import Synchronization

/// A redirect as it was received: one hop on the way to an answer.
public struct Redirect: Equatable, Sendable {
    /// The address that was asked.
    public var url: String
    /// The absolute address that it leads to.
    public var location: String
    /// 301, 302, 303, 307 or 308; 304 where the server said that the stored redirect still holds.
    public var status: Int
    /// The header fields of this hop.
    public var fields: HTTPFields
    /// When the hop was asked, and when its header arrived, by the clock passed in.
    public var requestedAt, receivedAt: Date

    /// Makes a redirect of its parts.
    public init(
        url: String, location: String, status: Int, fields: HTTPFields, requestedAt: Date, receivedAt: Date
    ) {
        self.url = url
        self.location = location
        self.status = status
        self.fields = fields
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }
}

/// What is stored of one address: sent with a request for it, and with no other.
public struct FetchConditions: Sendable {
    /// Entity tag of the stored answer, sent as If-None-Match.
    public var etag: String?
    /// Last-Modified of the stored answer, sent as If-Modified-Since.
    public var lastModified: String?
    /// What came of the body before, of which the rest is asked for; then neither validator is sent.
    public var partial: PartialBody?
    /// Where a 304 leads, if the stored answer is a redirect.
    public var redirect: String?
    /// Called with what came of a body that can go on.
    public var keepPartial: (@Sendable (PartialBody) -> Void)?

    /// Makes conditions; without arguments, none.
    public init(
        etag: String? = nil, lastModified: String? = nil, partial: PartialBody? = nil, redirect: String? = nil,
        keepPartial: (@Sendable (PartialBody) -> Void)? = nil
    ) {
        self.etag = etag
        self.lastModified = lastModified
        self.partial = partial
        self.redirect = redirect
        self.keepPartial = keepPartial
    }
}

/// What a cache knows of an address before it is asked.
public enum KnownAnswer: Sendable {
    /// It has to be asked, with these conditions.
    case ask(FetchConditions)
    /// A stored redirect that is still fresh leads to another address.
    case redirect(String)
    /// A stored body that is still fresh serves.
    case fresh
    /// It may not be asked now.
    case refused(FetchError)
}

/// The hops of one request, looked up in a cache before each is asked, and noted for the cache after it.
///
/// Each hop of a request is a request of its own to a cache: its answer is stored under its own address.
/// - Source: RFC 9111 §2, §3.
public final class FetchTrail: Sendable {
    /// Where a stored redirect of the first address leads that is still fresh.
    public let start: String?
    /// What is known of the address of the next hop.
    public let known: @Sendable (String) -> KnownAnswer

    /// What became known while the hops were followed.
    public struct Hops: Equatable, Sendable {
        /// The redirects that were received, in order.
        public var redirects: [Redirect] = []
        /// Where the last hop went; `nil` before the first.
        public var address: String?
        /// Whether a stored redirect was followed without asking.
        public var usedStored = false
    }

    private let state = Mutex(Hops())

    /// Makes a trail over what a cache knows.
    public init(start: String? = nil, known: @escaping @Sendable (String) -> KnownAnswer) {
        self.start = start
        self.known = known
    }

    /// The hops of the last try.
    public var hops: Hops { state.withLock { $0 } }

    /// Changes what is known of the hops.
    func note(_ change: (inout Hops) -> Void) { state.withLock { change(&$0) } }
}
