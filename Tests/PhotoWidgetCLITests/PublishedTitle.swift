import PhotoWidget
import TestSupport

/// A photo with a title of a test's choice, published as files.
enum PublishedTitle {
    /// Replaces what is published below a scratch directory's `state`; returns the picture's path.
    static func write(
        _ title: String, author: String = "Copper Creek", link: String = "https://example.com/1",
        status: String = "fresh", to scratch: ScratchDirectory
    ) throws -> String {
        let set = "state/published/photo/default/0123456789abcdef"
        let photo = JSONText.object([
            ("id", .string("1")), ("title", .string(title)), ("author", .string(author)), ("link", .string(link)),
            ("media", .string("https://example.com/1_m.jpg")), ("tags", .array([.string(title)])),
        ])
        let entry = JSONText.object([
            ("schema", .string("photowidget.entry/1")), ("kind", .string("photo")), ("instance", .string("default")),
            ("date", .string("2026-11-30T01:38:00Z")), ("validUntil", .string("2026-11-30T01:41:00Z")),
            ("policy", .object([("type", .string("after")), ("date", .string("2026-11-30T01:41:00Z"))])),
            ("status", .string(status)), ("photo", photo),
        ])
        try scratch.write(Array(entry.compact.utf8), to: "\(set)/entry.json")
        try scratch.write([1], to: "\(set)/thumbnail.png")
        try SymbolicLink.replace(at: scratch("state/published/photo/default/current"), with: "0123456789abcdef")
        return scratch("\(set)/thumbnail.png")
    }
}
