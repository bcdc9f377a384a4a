package import FoundationEssentials
package import WidgetTimeline

extension PublishedEntry {
    /// The whole object, keys in the contract's order, every key present, null where nothing is known.
    ///
    /// `goodSince` is there in stale entries, `links` and `content` for widgets that have them.
    package var json: JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("schema", .string(schema)),
            ("kind", .string(kind)),
            ("instance", .string(instance)),
            ("family", JSONText(family)),
            ("date", JSONText(date)),
            ("validUntil", validUntil.map { JSONText($0) } ?? .null),
            ("policy", JSONText(policy)),
            ("status", .string(status.rawValue)),
            ("reason", JSONText(reason)),
            ("photo", photo?.json ?? .null),
            ("image", image?.json ?? .null),
            ("deepLink", JSONText(deepLink)),
        ]
        if let goodSince { members.append(("goodSince", JSONText(goodSince))) }
        if let links { members.append(("links", .array(links.map(JSONText.string)))) }
        if let content { members.append(("content", content)) }
        return .object(members)
    }
}

extension PublishedEntry.Photo {
    fileprivate var json: JSONText {
        .object([
            ("id", JSONText(id)),
            ("title", .string(title)),
            ("author", JSONText(author)),
            ("authorId", JSONText(authorId)),
            ("link", JSONText(link)),
            ("media", .string(SecretText.hidden(in: media))),
            ("dateTaken", JSONText(dateTaken)),
            ("published", published.map { JSONText($0) } ?? .null),
            ("tags", .array(tags.map(JSONText.string))),
        ])
    }
}

extension PublishedEntry.Image {
    fileprivate var json: JSONText {
        .object([
            ("png", .string(png)),
            ("rgba", .string(rgba)),
            ("original", .string(original)),
            ("width", .integer(width)),
            ("height", .integer(height)),
            ("originalWidth", .integer(originalWidth)),
            ("originalHeight", .integer(originalHeight)),
            ("format", .string(format)),
            ("sha256", .string(sha256)),
        ])
    }
}

extension JSONText {
    /// A moment in UTC, to the second: `2026-11-30T01:38:00Z`.
    package init(_ date: Date) { self = .string(date.formatted(.iso8601)) }

    /// A reload policy: `type`, and `date`, which is null where the policy has none.
    package init(_ policy: TimelineReloadPolicy) {
        let (type, date): (String, Date?) =
            switch policy {
            case .atEnd: ("atEnd", nil)
            case .never: ("never", nil)
            case .after(let date): ("after", date)
            }
        self = .object([("type", .string(type)), ("date", date.map { JSONText($0) } ?? .null)])
    }
}
