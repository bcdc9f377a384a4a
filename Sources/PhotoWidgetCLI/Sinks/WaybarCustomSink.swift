internal import PhotoWidget

/// waybar's `custom` module with `return-type: json`: one object on one line, whose text and tooltip are markup.
///
/// - Source: waybar-custom(5).
enum WaybarCustomSink: Sink {
    static let name = "waybar-custom"

    static func text(of entry: SinkEntry) -> String {
        let status = entry[.status]
        return JSONText.object([
            ("text", .string(PangoMarkup.escaped(entry.shortTitle))), ("alt", .string(status)),
            ("tooltip", .string(PangoMarkup.escaped(entry.caption))),
            ("class", .array([.string(entry[.kind]), .string(status)])),
        ]).compact + "\n"
    }
}
