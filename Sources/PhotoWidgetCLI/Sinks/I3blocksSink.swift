internal import PhotoWidget

/// i3blocks: the full text on the first line, the short one on the second, a colour on the third where the photo is old.
///
/// - Source: i3blocks(1), "Command".
enum I3blocksSink: Sink {
    static let name = "i3blocks"

    static func text(of entry: SinkEntry) -> String {
        let color = entry.entry.status == .stale ? "#888888\n" : ""
        return "\(entry.caption)\n\(entry.shortTitle)\n\(color)"
    }
}
