/// waybar's `image` module: the path on the first line, the tooltip, which is markup, on the second.
///
/// - Source: waybar-image(5).
enum WaybarSink: Sink {
    static let name = "waybar"

    static func text(of entry: SinkEntry) -> String {
        // A path over two lines cannot be said here; without one waybar shows nothing.
        let path = entry.path.utf8.contains(UInt8(ascii: "\n")) ? "" : entry.path
        return "\(path)\n\(PangoMarkup.escaped(entry.caption))\n"
    }
}
