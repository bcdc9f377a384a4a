internal import Storage

/// Text for people's terminals: a feed's title is an attacker's text.
package enum VisibleText {
    /// Whether a terminal obeys a character instead of showing it: controls, explicit directions, the marks of annotations.
    ///
    /// - Source: Unicode UAX #9 §2 (the explicit directional characters), §23.3 of the standard (U+206A to U+206F), §23.8
    ///   (U+FFF9 to U+FFFB); ECMA-48 (C0 and C1 controls).
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// One line without what a terminal obeys and without line separators; each becomes U+FFFD, white space a space.
    ///
    /// A byte of a file name that is not UTF-8 is shown as `\xE9`.
    package static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
            default: append(scalar, to: &result)
            }
        }
        return String(result)
    }

    /// Lines of which each is as ``line(_:)`` makes it; line ends and tabs stay.
    package static func lines(_ text: String) -> String {
        // Most text is plain, and long lists are printed line by line.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" { result.append(scalar) } else { append(scalar, to: &result) }
        }
        return String(result)
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
        if let byte = Path.byte(carriedBy: scalar) {
            result.append(contentsOf: "\\x\(String(byte, radix: 16, uppercase: true))".unicodeScalars)
        } else {
            result.append(isObeyed(scalar) ? "\u{FFFD}" : scalar)
        }
    }

    /// A line cut to a number of characters, the cut shown by an ellipsis.
    package static func line(_ text: String, limit: Int) -> String {
        let whole = line(text)
        return whole.count <= limit ? whole : whole.prefix(limit - 1) + "…"
    }

    /// How many columns of a terminal a text takes: two for a wide character, one for any other.
    ///
    /// - Source: Unicode UAX #11, the blocks whose characters are wide, and emoji.
    package static func width(of text: String) -> Int {
        text.reduce(0) { width, character in
            let scalar = character.unicodeScalars.first?.value ?? 0
            return width + (wideBlocks.contains { $0.contains(scalar) } ? 2 : 1)
        }
    }

    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
