public import FoundationEssentials
internal import Storage
public import WidgetTimeline

/// An entry as other programs read it: the schema `photowidget.entry/1` (contract §2).
public struct PublishedEntry: Equatable, Sendable, Decodable {
    /// What is known of the photo.
    public struct Photo: Equatable, Sendable, Decodable {
        /// The photo's number at its host.
        public var id: String?
        /// The title as its author wrote it.
        public var title: String
        /// The author's display name.
        public var author: String?
        /// The author's identifier.
        public var authorId: String?
        /// The photo's page.
        public var link: String?
        /// The address that the feed names.
        public var media: String
        /// The camera's local time, without a zone.
        public var dateTaken: String?
        /// When it was published.
        public var published: Date?
        /// The tags.
        public var tags: [String]
    }

    /// Where the pixels are.
    public struct Image: Equatable, Sendable, Decodable {
        /// Absolute path of the thumbnail as PNG.
        public var png: String
        /// Absolute path of the thumbnail as PAM: 8-bit RGBA that can be mapped.
        public var rgba: String
        /// Absolute path of the original as received.
        public var original: String
        /// The thumbnail's columns, in pixels.
        public var width: Int
        /// The thumbnail's rows, in pixels.
        public var height: Int
        /// The upright original's columns, in pixels.
        public var originalWidth: Int
        /// The upright original's rows, in pixels.
        public var originalHeight: Int
        /// The original's format: jpeg, png, gif or webp.
        public var format: String
        /// SHA-256 of the original's bytes, in lower-case hexadecimal digits.
        public var sha256: String
    }

    /// The name of the schema; a new member does not change it, a changed one does.
    public static let schema = "photowidget.entry/1"

    /// The schema that the document follows.
    public var schema = PublishedEntry.schema
    /// The kind of widget.
    public var kind: String
    /// Which one of its kind.
    public var instance: String
    /// The family it was drawn for, if it was drawn.
    public var family: String?
    /// When the entry is to be shown.
    public var date: Date
    /// When the next one is due; `nil` if there is none until somebody asks.
    public var validUntil: Date?
    /// When the provider is to be asked again.
    public var policy: TimelineReloadPolicy
    /// How the picture came to be shown.
    public var status: PhotoEntry.Status
    /// Why it is stale or a placeholder.
    public var reason: String?
    /// Since when a stale entry's picture is known: the provider's last good answer.
    public var goodSince: Date?
    /// What is known of the photo.
    public var photo: Photo?
    /// Where the pixels are.
    public var image: Image?
    /// The link that the whole widget carries: of a photo, to its page.
    public var deepLink: String?
    /// The links inside of the widget.
    public var links: [String]?
    /// What the entry says of itself, for programs that draw it themselves.
    package var content: JSONText?

    private enum CodingKeys: String, CodingKey {
        case schema, kind, instance, family, date, validUntil, policy, status, reason, goodSince, photo, image, deepLink
        case links
    }
}

extension PublishedEntry {
    /// Describes a photo's entry whose pictures lie in files of these paths.
    package init(
        _ entry: PhotoEntry, kind: String, instance: String, policy: TimelineReloadPolicy, pictures: PicturePaths?
    ) {
        self.init(
            kind: kind, instance: instance, date: entry.date, validUntil: entry.validUntil, policy: policy,
            status: entry.status, reason: entry.reason)
        describe(entry, pictures: pictures)
    }

    /// Fills in what a photo's entry says: how it came, what it shows, where its link leads.
    mutating func describe(_ entry: PhotoEntry, pictures: PicturePaths?) {
        status = entry.status
        reason = entry.reason
        photo = entry.loaded.map { Photo($0.photo) }
        deepLink = entry.deepLink
        if let loaded = entry.loaded, let pictures {
            image = Image(
                png: pictures.png, rgba: pictures.rgba, original: pictures.original,
                width: loaded.thumbnail.size.width, height: loaded.thumbnail.size.height,
                originalWidth: loaded.original.size.width, originalHeight: loaded.original.size.height,
                format: loaded.original.format.rawValue, sha256: loaded.original.digest)
        }
    }

    /// Reads a document.
    ///
    /// - Throws: what `JSONDecoder` says of a damaged one.
    static func reading(_ bytes: [UInt8]) throws -> PublishedEntry {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var entry = try decoder.decode(PublishedEntry.self, from: Data(bytes))
        if case .object(let members) = try JSON5Reader.read(String(decoding: bytes, as: UTF8.self)).value {
            entry.content = members.first { $0.key == "content" }?.node.json
        }
        return entry
    }
}

extension PublishedEntry.Photo {
    fileprivate init(_ photo: PhotoModel) {
        self.init(
            id: photo.id, title: photo.title, author: photo.author, authorId: photo.authorID, link: photo.link,
            media: photo.media.string, dateTaken: photo.dateTaken, published: photo.published, tags: photo.tags)
    }
}

extension PublishedEntry.Photo {
    /// A title to show, never blank.
    package var displayTitle: String {
        PhotoModel(id: id, title: title, author: author, media: PhotoURL(media)).displayTitle
    }
}

extension PublishedEntry.Image {
    /// Moves the paths to a directory, which ends in a slash or is empty.
    mutating func move(to directory: String) {
        png = directory + Path.name(of: png)
        rgba = directory + Path.name(of: rgba)
        original = directory + Path.name(of: original)
    }
}
