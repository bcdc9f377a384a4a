internal import PhotoWidget

/// eww's `defpoll` and `deflisten`: one object on one line, whose members a widget reads as `photo.title`.
///
/// The path changes with the picture, which is what makes eww draw again.
///
/// - Source: eww's documentation, "Expression language", "Configuration".
enum EwwSink: Sink {
    static let name = "eww"

    static func text(of entry: SinkEntry) -> String {
        let members: [(key: String, value: JSONText)] = [
            ("path", .string(entry.path)), ("title", .string(entry.shortTitle)),
            ("author", .string(entry.shortAuthor)), ("link", .string(entry.safeLink)),
            ("status", .string(entry[.status])), ("date", .string(entry[.date])),
        ]
        return JSONText.object(members).compact + "\n"
    }
}
