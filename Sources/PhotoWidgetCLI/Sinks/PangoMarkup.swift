/// Pango's markup, in which waybar shows texts and tooltips.
///
/// - Source: GLib's GMarkup: the five entities of XML; XML 1.0 §2.2 for what is no character.
enum PangoMarkup {
    /// Markup that shows a line as it is.
    static func escaped(_ line: String) -> String {
        var result = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
