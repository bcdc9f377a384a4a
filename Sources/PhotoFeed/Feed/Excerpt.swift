/// A few characters of a stranger's text, safe to put into a line of a message.
///
/// Control, format (bidi, zero-width) and line-separating characters become U+FFFD, so that the text can neither break the
/// line nor steer a terminal.
struct Excerpt: Sendable, CustomStringConvertible {
    /// The text as shown, ended by `…` where it was cut.
    let description: String

    /// Takes the first characters of a text; 40 by default.
    init(_ text: some StringProtocol, limit: Int = 40) {
        // Scalars, not characters: one character may carry thousands of combining marks.
        let scalars = text.unicodeScalars
        var shown = String.UnicodeScalarView(scalars.prefix(limit).map { $0.isUnprintable ? "\u{FFFD}" : $0 })
        if scalars.dropFirst(limit).isEmpty == false { shown.append("…") }
        description = String(shown)
    }

    /// Takes the first bytes of an answer, as UTF-8; 24 by default.
    init(bytes: ArraySlice<UInt8>, limit: Int = 24) {
        // Four bytes are the most that one scalar takes.
        self.init(String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self), limit: limit)
    }
}

extension Unicode.Scalar {
    /// Whether it breaks a line, steers a terminal, or reorders or hides what stands around it.
    var isUnprintable: Bool {
        // ASCII, which most texts are, needs no look into Unicode's tables.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether a text of such scalars only looks empty.
    var isBlank: Bool {
        if isASCII { return value <= 0x20 || value == 0x7F }
        // U+2800, the Braille pattern without dots, is a symbol by its category.
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || isUnprintable || self == "\u{2800}"
    }
}
