internal import FoundationEssentials
internal import PhotoWidget

/// An entry for people.
enum EntryText {
    /// What is shown, how it came, and where its picture is.
    static func lines(of entry: PublishedEntry) -> String {
        var lines: [String] = []
        if let photo = entry.photo {
            let title = photo.displayTitle
            lines.append(VisibleText.line(photo.author.map { "\(title) — \($0)" } ?? title))
        }
        var state = entry.status.rawValue
        if let validUntil = entry.validUntil { state += ", until \(validUntil.formatted(.iso8601))" }
        if let reason = entry.reason { state += " (\(VisibleText.line(reason)))" }
        lines.append(state)
        if let image = entry.image {
            lines.append(
                "\(image.png) (\(image.width)x\(image.height) of \(image.originalWidth)x\(image.originalHeight))")
        }
        return lines.joined(separator: "\n")
    }
}
