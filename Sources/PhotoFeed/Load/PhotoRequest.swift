public import Raster

/// Where a feed is read from.
public enum FeedLocation: Hashable, Sendable {
    /// Flickr's public feed, or the endpoint that the query names.
    case network
    /// A saved feed: an absolute path.
    case file(path: String)
}

/// What a widget asks of the loader.
public struct PhotoRequest: Hashable, Sendable {
    /// What is asked of the feed.
    public var query: FeedQuery
    /// Where the feed is.
    public var location: FeedLocation
    /// Which of its photos.
    public var selection: FeedSelection
    /// Which of the host's sizes.
    public var variant: PhotoVariant
    /// What is made of the picture.
    public var thumbnail: ThumbnailRequest

    /// Makes a request.
    public init(
        query: FeedQuery, location: FeedLocation = .network, selection: FeedSelection = .first,
        variant: PhotoVariant = .automatic, thumbnail: ThumbnailRequest = ThumbnailRequest()
    ) {
        self.query = query
        self.location = location
        self.selection = selection
        self.variant = variant
        self.thumbnail = thumbnail
    }
}

/// How an answer came to be served, from the newest to the oldest.
public enum Arrival: Hashable, Sendable {
    /// Its bytes were transferred now.
    case fetched
    /// The server said that the stored bytes are still right.
    case revalidated
    /// The stored bytes are within their freshness; no request was made.
    case cached
    /// The request failed or was not allowed; the stored bytes serve, and `reason` says why.
    case stale(reason: String)

    /// How a picture came to be served whose feed and file arrived in these two ways.
    ///
    /// A stale part makes the whole stale; else the newest part names it.
    static func of(feed: Arrival, picture: Arrival) -> Arrival {
        switch (feed, picture) {
        case (.stale, _): feed
        case (_, .stale): picture
        case (.fetched, _), (_, .fetched): .fetched
        case (.revalidated, _), (_, .revalidated): .revalidated
        case (.cached, .cached): .cached
        }
    }
}

/// A photo's original as received.
public struct OriginalPicture: Equatable, Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// SHA-256 of the bytes, 64 lower-case hexadecimal digits.
    public var digest: String
    /// What the bytes are.
    public var format: ImageFormat
    /// The size when upright, in pixels.
    public var size: PixelSize
    /// The address it came from.
    public var url: String
    /// When its content last changed, in whole seconds since 1970, as the server or the file system says.
    public var modified: Int

    /// Makes an original of its parts.
    public init(bytes: [UInt8], digest: String, format: ImageFormat, size: PixelSize, url: String, modified: Int) {
        self.bytes = bytes
        self.digest = digest
        self.format = format
        self.size = size
        self.url = url
        self.modified = modified
    }
}

/// A photo, its thumbnail and its original.
public struct LoadedPhoto: Equatable, Sendable {
    /// What the feed says of it.
    public var photo: PhotoModel
    /// The thumbnail that was asked for.
    public var thumbnail: Bitmap
    /// The original it was made of.
    public var original: OriginalPicture
    /// How it came to be served.
    public var arrival: Arrival

    /// Makes a loaded photo of its parts.
    public init(photo: PhotoModel, thumbnail: Bitmap, original: OriginalPicture, arrival: Arrival) {
        self.photo = photo
        self.thumbnail = thumbnail
        self.original = original
        self.arrival = arrival
    }
}
