/// The files of a published set that a web server shows, and what they are.
package enum WebFile {
    /// The entry's document.
    package static let entry = PublishedSet.document
    /// The document of links.
    package static let hits = PublishedDrawing.hits
    /// The thumbnail as PNG.
    package static let thumbnail = PublishedSet.png

    /// The media type of a file; `nil` where it is none of a set's.
    package static func type(of name: String) -> String? {
        switch name {
        case entry, hits: return "application/json"
        case PublishedSet.pam: return "image/x-portable-arbitrarymap"
        case PublishedSet.png: return "image/png"
        default: break
        }
        guard FileName.isValid(name.filter { $0 != "@" }) else { return nil }
        if name.hasPrefix("widget"), name.hasSuffix(".png") { return "image/png" }
        guard name.hasPrefix("original.") else { return nil }
        return switch name.dropFirst("original.".count) {
        case "jpg": "image/jpeg"
        case "png": "image/png"
        case "gif": "image/gif"
        case "webp": "image/webp"
        default: nil
        }
    }

    /// Where a server has a file.
    package static func path(of name: String, id: WidgetID) -> String { "/widgets/\(id.kind)/\(id.instance)/\(name)" }
}
