import FoundationEssentials

/// One entry of the feed, on its way to a photo: what is missing or of another type is left out.
struct FlickrItem {
    /// Why an entry gives no photo.
    struct Unusable: Error, Equatable {
        /// What is missing or wrong, for a notice.
        var reason: String
    }

    private let members: [String: JSONValue]

    /// Takes an entry.
    init(_ value: JSONValue) throws(Unusable) {
        guard let members = value.members else { throw Unusable(reason: "\(value.kind), not an object") }
        self.members = members
    }

    /// The photo, and what was wrong with the parts that it could do without.
    func photo(limits: FeedLimits) throws(Unusable) -> (photo: PhotoModel, faults: [String]) {
        let media = try media
        let description = FlickrDescription(self["description"] ?? "")
        var faults: [String] = []
        let published = self["published"].flatMap(CivilTime.init)?.date
        if published == nil, let text = self["published"] { faults.append("published is not a time: \(Excerpt(text))") }
        let link = self["link"].flatMap(Self.page)
        if link == nil, let text = self["link"] { faults.append("link is not an http address: \(Excerpt(text))") }
        return (
            PhotoModel(
                id: media.photoID, title: self["title"] ?? "", author: self["author"].flatMap(Self.authorName),
                authorID: self["author_id"], link: link, media: media,
                previewSize: description.previewSize,
                // The zone is always -08:00 and never true.
                dateTaken: self["date_taken"].flatMap(CivilTime.init)?.description,
                published: published, tags: Self.tags(self["tags"] ?? "", limit: limits.tags),
                isVideo: description.saysVideo || media.grammar?.server == Substring(Self.videoServer)),
            faults
        )
    }

    /// The number of the folder that holds the posters of videos.
    private static let videoServer = "31337"

    private subscript(name: String) -> String? { members[name]?.string }

    private var media: PhotoURL {
        get throws(Unusable) {
            guard let media = members["media"] else { throw Unusable(reason: "no media") }
            guard let sizes = media.members else { throw Unusable(reason: "media is \(media.kind)") }
            guard let value = sizes["m"] else { throw Unusable(reason: "no media.m") }
            guard let text = value.string else { throw Unusable(reason: "media.m is \(value.kind)") }
            guard let url = PhotoURL(reference: text) else {
                throw Unusable(
                    reason: text.isEmpty ? "media.m is empty" : "media.m is not an address: \(Excerpt(text))")
            }
            return url
        }
    }

    /// The author's name out of `nobody@flickr.com ("NAME")`.
    ///
    /// NAME is a string literal of JSON inside the JSON string, so it is decoded a second time. Older feeds have no
    /// quotes. Names may hold parentheses: the last one closes.
    static func authorName(_ text: String) -> String? {
        var name = Substring(text).trimmed
        if let (address, rest) = name.cut(at: " ("), address.contains("@"), rest.hasSuffix(")") {
            name = rest.dropLast()
        } else if name == "nobody@flickr.com" {
            return nil
        }
        if name.hasPrefix("\""), name.hasSuffix("\""), name.utf8.count >= 2 {
            name = FeedRepair.literal(name).map { Substring($0) } ?? name.dropFirst().dropLast()
        }
        return name.unicodeScalars.allSatisfy(\.isBlank) ? nil : String(name)
    }

    /// The words of one string, none of them empty.
    static func tags(_ text: String, limit: Int) -> [String] {
        text.split(maxSplits: limit, whereSeparator: \.isWhitespace).prefix(limit).map { String($0) }
    }

    /// A photo's page: an absolute http or https address, or `nil`.
    private static func page(_ text: String) -> String? {
        guard text.utf8.count <= FeedLimits.addressBytes, !text.unicodeScalars.contains(where: \.isUnprintable) else {
            return nil
        }
        let text = Substring(text).trimmed
        return WebAddress(text.after(prefix: "//").map { "https://" + $0 } ?? String(text))?.description
    }
}
