internal import PhotoWidget

/// One block of i3bar's and swaybar's protocol, which is also what i3blocks takes with `format=json`.
///
/// - Source: i3's "i3bar input protocol".
enum I3barSink: Sink {
    static let name = "i3bar"

    static func text(of entry: SinkEntry) -> String {
        JSONText.object([
            ("full_text", .string(entry.caption)), ("short_text", .string(entry.shortTitle)),
            ("name", .string("photowidget")), ("instance", .string("\(entry[.kind])/\(entry[.instance])")),
            ("markup", .string("none")),
        ]).compact + "\n"
    }
}
