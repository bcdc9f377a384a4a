/// What a person asks of a feed.
public struct FeedQuery: Hashable, Sendable {
    /// Whether a photo must have all tags or any of them.
    public enum TagMode: String, Sendable, CaseIterable { case any, all }

    /// Tags, as typed; none means everyone's photos.
    public var tags: [String]
    /// How several tags combine; `any` by default, as in the seed.
    public var tagMode: TagMode
    /// One author, by NSID.
    public var user: String?
    /// A Flickr group, by NSID.
    public var group: String?
    /// The feed's language (`de-de`, `ko-kr` …).
    public var language: String?
    /// Another endpoint to ask, an absolute http or https address; the fields above are added to it.
    public var endpoint: String?

    /// Makes a query; without arguments, everyone's photos from Flickr's public feed.
    public init(
        tags: [String] = [], tagMode: TagMode = .any, user: String? = nil, group: String? = nil,
        language: String? = nil, endpoint: String? = nil
    ) {
        self.tags = tags
        self.tagMode = tagMode
        self.user = user
        self.group = group
        self.language = language
        self.endpoint = endpoint
    }
}

/// A feed as read.
public struct Feed: Hashable, Sendable {
    /// The feed's title.
    public var title: String
    /// The usable photos in feed order, none twice.
    public var photos: [PhotoModel]
    /// One line for each entry that was left out.
    public var warnings: [String]
    /// One line for each kind of repair, and for each field that could not be read.
    public var notices: [String]

    /// Makes a feed of its parts.
    public init(title: String, photos: [PhotoModel], warnings: [String] = [], notices: [String] = []) {
        self.title = title
        self.photos = photos
        self.warnings = warnings
        self.notices = notices
    }
}

/// Why a feed could not be read.
public enum FeedError: Error, Equatable, Sendable {
    /// The query cannot be asked: the option, its value, and what was expected.
    case badQuery(option: String, value: String, expected: String)
    /// Not JSON after repair; `offset` in bytes, `excerpt` a few characters of what stands there.
    case notJSON(offset: Int, excerpt: String, reason: String)
    /// A key that a feed must have is missing.
    case missingKey(String)
    /// The service answered with its own error.
    case service(code: Int?, message: String)
    /// Larger, deeper or longer than allowed.
    case overLimit(what: String, limit: Int)
    /// The answer is not of the author asked for.
    case wrongAuthor(expected: String)
}

/// A place where photos are listed: how to ask it and how to read its answer.
public protocol FeedSource: Sendable {
    /// The address to fetch for a query.
    func address(for query: FeedQuery) throws(FeedError) -> String
    /// Reads an answer, whole; a bad entry is skipped with a warning, never the whole feed.
    func feed(in answer: [UInt8], for query: FeedQuery) throws(FeedError) -> Feed
}
