internal import FoundationEssentials

extension WidgetEngine.Rendering {
    /// What `render --json` prints of a picture in a file; `nil` for none.
    package func json(path: String?) -> JSONText {
        .object([
            ("path", JSONText(path)), ("width", .integer(picture.bitmap.size.width)),
            ("height", .integer(picture.bitmap.size.height)), ("hits", picture.hitsJSON),
            ("widgetURL", JSONText(picture.widgetURL?.absoluteString)), ("alt", .string(picture.altText)),
            ("validUntil", validUntil.map { JSONText($0) } ?? .null), ("lint", picture.lintJSON),
        ])
    }
}

extension WidgetEngine.Preview {
    /// What `timeline --json` prints.
    package func json(of id: WidgetID) -> JSONText {
        .object([
            ("kind", .string(id.kind)), ("instance", .string(id.instance)), ("entries", .array(entries.map(\.json))),
            ("policy", JSONText(policy)),
        ])
    }
}
