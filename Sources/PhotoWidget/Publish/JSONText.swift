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
    /// Escaped are also line and paragraph separators, for readers that evaluate JSON as JavaScript; what a terminal would obey; and the
    /// characters that carry a file name's bytes (``Path/text(of:)``): JSON stays UTF-8, and shows them.
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
            case "\u{2028}", "\u{2029}", "\u{EF80}"..."\u{EFFF}": result += escape(scalar)
            default:
                if VisibleText.isObeyed(scalar) {
                    result += escape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let hex = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }

    /// A document of JSON with the same meaning in which a terminal finds nothing to obey.
    ///
    /// In JSON such characters can stand in strings only, where an escape says the same. Bytes that are not UTF-8 stay.
    package static func harmless(_ document: [UInt8]) -> [UInt8] {
        let isPlain = document.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
        if isPlain { return document }
        var result: [UInt8] = []
        result.reserveCapacity(document.count)
        var rest = document[...]
        while let byte = rest.first {
            let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let bytes = rest.prefix(length)
            let isSpace = byte == 0x0A || byte == 0x0D || byte == 0x09
            if !isSpace, let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
                VisibleText.isObeyed(scalar)
            {
                result += escape(scalar).utf8
                rest.removeFirst(bytes.count)
            } else {
                // A terminal takes a lone byte from 0x80 to 0x9F for a control in some character sets.
                result.append(byte)
                rest.removeFirst()
            }
        }
        return result
    }
}
