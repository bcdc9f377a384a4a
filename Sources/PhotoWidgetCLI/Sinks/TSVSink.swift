/// Tab-separated values: one row of all fields, in the order of ``EntryField``, without what a terminal would obey.
///
/// - Source: PostgreSQL's documentation, COPY, "Text Format", for the escapes.
enum TSVSink: Sink {
    static let name = "tsv"

    static func text(of entry: SinkEntry) -> String {
        EntryField.allCases.map { escaped(entry.visible($0)) }.joined(separator: "\t") + "\n"
    }

    /// A cell: `\t`, `\n`, `\r` and `\\` for these characters, `\xHH` for the other controls.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
