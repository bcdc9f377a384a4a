public import FoundationEssentials
public import Raster

/// One photo of a feed.
public struct PhotoModel: Hashable, Sendable {
    /// The photo's number at its host, from its address; `nil` where the address does not follow the host's grammar.
    public var id: String?
    /// The title, decoded, as its author wrote it; may be blank.
    public var title: String
    /// The author's display name.
    public var author: String?
    /// The author's identifier (Flickr's NSID).
    public var authorID: String?
    /// The photo's page.
    public var link: String?
    /// The address of the picture that the feed names.
    public var media: PhotoURL
    /// The size of that picture in pixels, where the feed tells it: its aspect ratio before any download.
    public var previewSize: PixelSize?
    /// The camera's local time, `YYYY-MM-DDTHH:MM:SS`, without a zone.
    public var dateTaken: String?
    /// When it was published.
    public var published: Date?
    /// The tags, none of them empty.
    public var tags: [String]
    /// Whether the picture is the poster of a video.
    public var isVideo: Bool

    /// Makes a photo of its parts.
    public init(
        id: String? = nil, title: String, author: String? = nil, authorID: String? = nil, link: String? = nil,
        media: PhotoURL, previewSize: PixelSize? = nil, dateTaken: String? = nil, published: Date? = nil,
        tags: [String] = [], isVideo: Bool = false
    ) {
        self.id = id
        self.title = title
        self.author = author
        self.authorID = authorID
        self.link = link
        self.media = media
        self.previewSize = previewSize
        self.dateTaken = dateTaken
        self.published = published
        self.tags = tags
        self.isVideo = isVideo
    }

    /// A title to show, never blank: the photo's, else whose photo it is, else its number.
    public var displayTitle: String {
        func visible(_ text: String?) -> String? {
            text.flatMap { $0.unicodeScalars.allSatisfy(\.isBlank) ? nil : String(Substring($0).trimmed) }
        }
        let what = isVideo ? "Video" : "Photo"
        if let title = visible(title) { return title }
        if let author = visible(author) { return "\(what) by \(author)" }
        return id.map { "\(what) \($0)" } ?? "Untitled"
    }
}
