internal import FoundationEssentials
internal import PhotoWidget

/// An entry on its way to a sink: what it says, still in its author's words.
struct SinkEntry {
    /// The entry.
    let entry: PublishedEntry
    /// The absolute path of its picture; empty without one.
    let path: String
    private let alternativeText: String?

    /// The most scalars of a title on a bar; an author gets half of them.
    static let barLimit = 200

    /// An entry, and the set that it was published as.
    init(_ entry: PublishedEntry, in set: CurrentSet?) {
        self.entry = entry
        path = set?.picture ?? ""
        alternativeText = set?.alternativeText
    }

    // MARK: As it was written

    /// What is shown: the photo's title, else a drawing's words, else the kind of widget.
    var title: String {
        if let photo = entry.photo { return Self.isBlank(photo.title) ? photo.displayTitle : photo.title }
        guard let text = alternativeText, !Self.isBlank(text) else { return entry.kind }
        return text
    }

    /// Whose photo it is; empty where nobody knows.
    var author: String { entry.photo?.author ?? "" }

    /// A field; empty where nothing is known.
    subscript(field: EntryField) -> String {
        switch field {
        case .path: path
        case .title: title
        case .author: author
        case .link: entry.photo?.link ?? ""
        case .status: entry.status.rawValue
        case .reason: entry.reason ?? ""
        case .date: entry.date.formatted(.iso8601)
        case .validUntil: entry.validUntil?.formatted(.iso8601) ?? ""
        case .kind: entry.kind
        case .instance: entry.instance
        case .family: entry.family ?? ""
        case .id: entry.photo?.id ?? ""
        case .dateTaken: entry.photo?.dateTaken ?? ""
        case .published: entry.photo?.published?.formatted(.iso8601) ?? ""
        case .tags: entry.photo?.tags.joined(separator: " ") ?? ""
        case .width: entry.image.map { String($0.width) } ?? ""
        case .height: entry.image.map { String($0.height) } ?? ""
        case .deepLink: entry.deepLink ?? ""
        }
    }

    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.value < 0x20 }
    }

    // MARK: On one visible line

    /// A field that a terminal can be shown; the path stays as it is, since programs open it.
    func visible(_ field: EntryField) -> String { field == .path ? path : VisibleText.line(self[field]) }

    /// The title as a bar can show it.
    var shortTitle: String { Self.line(title, limit: Self.barLimit) }

    /// The author as a bar can show it.
    var shortAuthor: String { Self.line(author, limit: Self.barLimit / 2) }

    /// Title and author.
    var caption: String { Self.isBlank(author) ? shortTitle : "\(shortTitle) — \(shortAuthor)" }

    /// The photo's page, if no shell, and no program that opens links, can take it for anything else; else empty.
    ///
    /// People write `xdg-open LINK` behind a click, not always with quotes.
    var safeLink: String {
        let link = self[.link]
        let isWeb = link.hasPrefix("https://") || link.hasPrefix("http://")
        return isWeb && link.unicodeScalars.allSatisfy(Self.harmless.contains) ? link : ""
    }

    private static let harmless = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/%+,=@".unicodeScalars)

    /// Cuts by scalars, not characters: a character may drag any number of marks.
    private static func line(_ text: String, limit: Int) -> String {
        let line = VisibleText.line(text).unicodeScalars
        return line.count <= limit ? String(line) : String(line.prefix(limit - 1)) + "…"
    }
}
