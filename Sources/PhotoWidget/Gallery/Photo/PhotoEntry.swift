public import FoundationEssentials
public import PhotoFeed
public import WidgetTimeline

/// What the photo widget shows from one moment on.
public struct PhotoEntry: TimelineEntry, Sendable {
    /// How the picture came to be shown.
    public enum Status: String, Sendable, Decodable {
        /// Fetched now.
        case fresh
        /// The server said that the cached picture is still right.
        case revalidated
        /// Still within its freshness; no request was made.
        case cached
        /// The refresh failed; the last good picture serves.
        case stale
        /// Nothing good was ever seen.
        case placeholder
    }

    /// When the entry is to be shown.
    public var date: Date
    /// When the next one is due.
    public var validUntil: Date
    /// How the picture came to be shown.
    public var status: Status
    /// Why it is stale or a placeholder.
    public var reason: String?
    /// The photo and its pixels; `nil` in a placeholder.
    public var loaded: LoadedPhoto?

    /// Makes an entry.
    public init(date: Date, validUntil: Date, status: Status, reason: String? = nil, loaded: LoadedPhoto?) {
        self.date = date
        self.validUntil = validUntil
        self.status = status
        self.reason = reason
        self.loaded = loaded
    }

    /// Makes an entry of a loaded photo; its status says how the photo arrived.
    public init(date: Date, validUntil: Date, loaded: LoadedPhoto) {
        self.init(date: date, validUntil: validUntil, status: .fresh, loaded: loaded)
        switch loaded.arrival {
        case .fetched: status = .fresh
        case .revalidated: status = .revalidated
        case .cached: status = .cached
        case .stale(let why): (status, reason) = (.stale, why)
        }
    }

    /// The link to the photo's page, else to its picture.
    public var deepLink: String {
        DeepLink.opening(loaded.map { $0.photo.link ?? SecretText.hidden(in: $0.photo.media.string) } ?? "")
    }
}
