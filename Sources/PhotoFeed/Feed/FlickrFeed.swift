/// Flickr's public feeds: everyone's photos by tag, one author's, a group's pool.
///
/// They need no key and no login, and list 20 photos at most.
public struct FlickrFeed: FeedSource {
    private let limits: FeedLimits

    /// Makes the source; it keeps nothing.
    public init() { limits = FeedLimits() }

    /// Makes a source with other limits.
    init(limits: FeedLimits) { self.limits = limits }

    /// Reads an answer, whole: repaired first, then entry by entry.
    ///
    /// An entry without a usable `media.m`, a photo listed before, and with `query.user` a photo of somebody else are left
    /// out, each with a warning that names its place (`items[0]` is the first). Linear in the answer's length.
    /// - Throws: `FeedError`: `notJSON`, `missingKey`, `service` or `overLimit`; `wrongAuthor` if the feed has photos but
    ///   none of `query.user`.
    public func feed(in answer: [UInt8], for query: FeedQuery) throws(FeedError) -> Feed {
        var repair = FeedRepair(answer, limits: limits)
        let document = try repair.document()
        if document["stat"]?.string == "fail" {
            throw .service(
                code: document["code"]?.integer,
                message: Excerpt(document["message"]?.string ?? "", limit: 200).description)
        }
        guard case .array(let items)? = document["items"] else { throw .missingKey("items") }

        var feed = Feed(title: document["title"]?.string ?? "", photos: [], notices: repair.counts.notices)
        var seen: Set<String> = []
        var foreign = 0
        for (index, value) in items.enumerated() {
            do throws(FlickrItem.Unusable) {
                let (photo, faults) = try FlickrItem(value).photo(limits: limits)
                feed.notices += faults.map { "items[\(index)]: \($0)" }
                if let user = query.user, photo.authorID != user {
                    foreign += 1
                    throw FlickrItem.Unusable(
                        reason: "by \(Excerpt(photo.authorID ?? "nobody")), not by \(Excerpt(user))")
                }
                guard seen.insert(photo.id ?? photo.media.string).inserted else {
                    throw FlickrItem.Unusable(reason: "listed before")
                }
                feed.photos.append(photo)
            } catch {
                feed.warnings.append("items[\(index)] skipped: \(error.reason)")
            }
        }
        if let user = query.user, feed.photos.isEmpty, foreign > 0 { throw .wrongAuthor(expected: user) }
        return feed
    }
}

extension FeedRepair.Counts {
    /// One line for each kind of repair that was needed.
    var notices: [String] {
        [
            (escapes, "escapes that JSON forbids, read as the character itself"),
            (controlCharacters, "raw control characters in strings, kept"),
            (surrogates, "lone surrogates, replaced by U+FFFD"),
            (badUTF8, "strings with bad UTF-8, replaced by U+FFFD"),
            (cutStrings, "strings longer than allowed, cut"),
        ].compactMap { count, what in count == 0 ? nil : "repaired \(count): \(what)" }
    }
}
