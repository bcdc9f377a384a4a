/// A JSON value whose keys keep their order: what people and programs read is the same on every run.
package indirect enum JSONText: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([(key: String, value: JSONText)])

    package static func == (left: JSONText, right: JSONText) -> Bool { left.compact == right.compact }

    /// A string, or null.
    package init(_ text: String?) { self = text.map(JSONText.string) ?? .null }

    /// On one line.
    package var compact: String { text(indent: nil, depth: 0) }

    /// Over several lines, two spaces for each depth.
    package var pretty: String { text(indent: 2, depth: 0) }

    private func text(indent: Int?, depth: Int) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.isFinite ? String(value) : "null"
        case .string(let value): Self.quoted(value)
        case .array(let values):
            Self.wrapped("[", values.map { $0.text(indent: indent, depth: depth + 1) }, "]", indent, depth)
        case .object(let members):
            Self.wrapped(
                "{",
                members.map { member in
                    Self.quoted(member.key) + (indent == nil ? ":" : ": ")
                        + member.value.text(indent: indent, depth: depth + 1)
                }, "}", indent, depth)
        }
    }

    private static func wrapped(
        _ open: String, _ parts: [String], _ close: String, _ indent: Int?, _ depth: Int
    ) -> String {
        guard let indent, !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
        let inner = "\n" + String(repeating: " ", count: indent * (depth + 1))
        return open + inner + parts.joined(separator: "," + inner) + "\n"
            + String(repeating: " ", count: indent * depth) + close
    }

    /// A JSON string literal.
    ///
    /// Line and paragraph separators are escaped too, for readers that evaluate JSON as JavaScript. So are the characters that carry a file name's bytes (``Path/text(of:)``): JSON stays UTF-8, and shows them.
    ///
    /// - Source: RFC 8259 §7.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{EF80}"..."\u{EFFF}":
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
