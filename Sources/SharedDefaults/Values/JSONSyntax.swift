/// Whether a text is JSON, and where it stops being that.
///
/// - Source: RFC 8259; values may be nested 512 deep.
package struct JSONSyntax {
    private let bytes: [UInt8]
    private var position = 0
    private static let maxDepth = 512

    private struct Fault: Error {
        let reason: String
    }

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// What is wrong with a text and where; `nil` for JSON.
    package static func fault(in text: String) -> String? {
        var syntax = JSONSyntax(text)
        do throws(Fault) {
            try syntax.takeValue(depth: 0)
            syntax.skipSpace()
            guard syntax.next == nil else { throw syntax.fault("expected the end") }
            return nil
        } catch {
            return error.reason
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ expectation: String) -> Fault {
        position < bytes.count
            ? Fault(reason: "\(expectation) at byte \(position)")
            : Fault(reason: "\(expectation), but the text ends")
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func takeValue(depth: Int) throws(Fault) {
        guard depth <= Self.maxDepth else { throw fault("nested more than \(Self.maxDepth) deep") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try takeMembers("}", depth: depth, areNamed: true)
        case UInt8(ascii: "["): try takeMembers("]", depth: depth, areNamed: false)
        case UInt8(ascii: "\""): try takeString()
        case UInt8(ascii: "t"): try takeWord("true")
        case UInt8(ascii: "f"): try takeWord("false")
        case UInt8(ascii: "n"): try takeWord("null")
        default: try takeNumber()
        }
    }

    private mutating func takeMembers(_ end: Unicode.Scalar, depth: Int, areNamed: Bool) throws(Fault) {
        position += 1
        skipSpace()
        if take(end) { return }
        while true {
            if areNamed {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
                try takeString()
                skipSpace()
                guard take(":") else { throw fault("expected a colon") }
            }
            try takeValue(depth: depth + 1)
            skipSpace()
            if take(end) { return }
            guard take(",") else { throw fault("expected a comma or \(end)") }
        }
    }

    private mutating func takeString() throws(Fault) {
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): try takeEscape()
            case 0..<0x20: throw fault("a control character in a string")
            default: position += 1
            }
        }
        throw fault("expected a closing quote")
    }

    private mutating func takeEscape() throws(Fault) {
        position += 1
        guard let letter = next, #""\/bfnrtu"#.utf8.contains(letter) else { throw fault("an unknown escape") }
        position += 1
        guard letter == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = next, Unicode.Scalar(digit).properties.isASCIIHexDigit else {
                throw fault("expected four hexadecimal digits")
            }
            position += 1
        }
    }

    private mutating func takeWord(_ word: String) throws(Fault) {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("expected \(word)") }
        position += word.utf8.count
    }

    private mutating func takeNumber() throws(Fault) {
        let isNegative = take("-")
        if !take("0") {
            guard takeDigits() else { throw fault(isNegative ? "expected a digit" : "expected a value") }
        }
        if take("."), !takeDigits() { throw fault("expected a digit") }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard takeDigits() else { throw fault("expected a digit") }
        }
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position > start
    }
}
