/// Text for people's terminals: a feed's title is an attacker's text.
enum VisibleText {
    /// One line without control characters, line separators and bidirectional overrides; each becomes U+FFFD, white space a space.
    ///
    /// - Source: Unicode UAX #9 §2 (the explicit directional characters); ECMA-48 (C0 and C1 controls).
    static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A line cut to a number of characters, the cut shown by an ellipsis.
    static func line(_ text: String, limit: Int) -> String {
        let whole = line(text)
        return whole.count <= limit ? whole : whole.prefix(limit - 1) + "…"
    }
}
