/// Reads JSON5, strictly, and remembers the line of every value and key.
///
/// A name twice in one object is an error: one of the two would be lost without a word.
///
/// - Source: The JSON5 Data Interchange Format 1.0.0.
struct JSON5Reader {
    /// Where the text is no JSON5, and what was expected there.
    struct Fault: Error, Equatable {
        /// From 1.
        var line: Int
        var expected: String
    }

    /// How deep values may be nested: enough for people, little enough for the stack.
    private static let maxDepth = 64

    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1

    private init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// Reads the one value of a text.
    static func read(_ text: String) throws(Fault) -> ConfigurationNode {
        var reader = JSON5Reader(text)
        let node = try reader.value(depth: 0)
        try reader.skipBlanks()
        guard reader.next == nil else { throw reader.fault("the end") }
        return node
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(Fault) -> ConfigurationNode {
        try skipBlanks()
        guard depth < Self.maxDepth else { throw fault("no more than \(Self.maxDepth) levels") }
        let start = line
        let value: ConfigurationNode.Value =
            switch next {
            case "{": .object(try members(depth: depth))
            case "[": .array(try elements(depth: depth))
            case "\"", "'": .string(try string())
            case "+", "-", ".": try number()
            case let digit where isDigit(digit): try number()
            default: try word()
            }
        return ConfigurationNode(value: value, line: start)
    }

    private mutating func members(depth: Int) throws(Fault) -> [ConfigurationNode.Member] {
        var members: [ConfigurationNode.Member] = []
        try list(from: "{", to: "}") { (reader) throws(Fault) in
            let line = reader.line
            let key = try reader.key()
            guard !members.contains(where: { $0.key == key }) else {
                throw Fault(line: line, expected: "each name once, but \"\(key)\" is there twice")
            }
            try reader.skipBlanks()
            guard reader.take(":") else { throw reader.fault("':' after \"\(key)\"") }
            members.append(.init(key: key, line: line, node: try reader.value(depth: depth + 1)))
        }
        return members
    }

    private mutating func elements(depth: Int) throws(Fault) -> [ConfigurationNode] {
        var elements: [ConfigurationNode] = []
        try list(from: "[", to: "]") { (reader) throws(Fault) in
            elements.append(try reader.value(depth: depth + 1))
        }
        return elements
    }

    /// Reads elements with commas between them; one may follow the last.
    private mutating func list(
        from open: Unicode.Scalar, to close: Unicode.Scalar, _ element: (inout Self) throws(Fault) -> Void
    ) throws(Fault) {
        _ = take(open)
        try skipBlanks()
        while !take(close) {
            try element(&self)
            try skipBlanks()
            guard take(",") else {
                guard take(close) else { throw fault("',' or '\(close)'") }
                return
            }
            try skipBlanks()
        }
    }

    private mutating func key() throws(Fault) -> String {
        if next == "\"" || next == "'" { return try string() }
        let name = identifier()
        guard !name.isEmpty else { throw fault("a name") }
        return name
    }

    private mutating func word() throws(Fault) -> ConfigurationNode.Value {
        let start = line
        switch identifier() {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw fault("a value")
        case let word: throw Fault(line: start, expected: "a value, but found \(word) (a text stands in quotes)")
        }
    }

    private mutating func identifier() -> String {
        var name = ""
        while let scalar = next, scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || isDigit(scalar) {
            if name.isEmpty, isDigit(scalar) { break }
            name.unicodeScalars.append(scalar)
            position += 1
        }
        return name
    }

    // MARK: Texts and numbers

    private mutating func string() throws(Fault) -> String {
        let quote = next
        position += 1
        var result = ""
        while let scalar = next, scalar != quote {
            guard scalar != "\n", scalar != "\r" else { throw fault("the end of the text on its own line") }
            position += 1
            if scalar == "\\" {
                try escape(into: &result)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        guard next == quote else { throw fault("the end of the text") }
        position += 1
        return result
    }

    private mutating func escape(into result: inout String) throws(Fault) {
        guard let scalar = next else { throw fault("the end of the text") }
        position += 1
        switch scalar {
        case "n": result += "\n"
        case "r": result += "\r"
        case "t": result += "\t"
        case "b": result += "\u{8}"
        case "f": result += "\u{C}"
        case "v": result += "\u{B}"
        case "0" where !isDigit(next): result += "\0"
        case "x": try append([UInt16(try hexadecimal(count: 2))], to: &result)
        case "u":
            let unit = UInt16(try hexadecimal(count: 4))
            guard UTF16.isLeadSurrogate(unit) else { return try append([unit], to: &result) }
            guard take("\\"), take("u") else { throw fault("the second half of a surrogate pair") }
            try append([unit, UInt16(try hexadecimal(count: 4))], to: &result)
        case "\r":
            _ = take("\n")
            line += 1
        case "\n": line += 1
        case "\u{2028}", "\u{2029}": break
        case "1"..."9", "0": throw fault("no octal escapes")
        default: result.unicodeScalars.append(scalar)
        }
    }

    private func append(_ units: [UInt16], to result: inout String) throws(Fault) {
        guard let text = String(validating: units, as: UTF16.self) else { throw fault("a character, not half of one") }
        result += text
    }

    private mutating func hexadecimal(count: Int) throws(Fault) -> UInt32 {
        let digits = text[position...].prefix(count)
        guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
            let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        else { throw fault("\(count) hexadecimal digits") }
        position += count
        return value
    }

    private mutating func number() throws(Fault) -> ConfigurationNode.Value {
        let sign = take("-") ? "-" : ""
        if sign.isEmpty { _ = take("+") }
        var digits = ""
        while let scalar = next, isDigit(scalar) || scalar == "." || scalar.properties.isAlphabetic {
            digits.unicodeScalars.append(scalar)
            position += 1
            if scalar == "e" || scalar == "E", !digits.hasPrefix("0x"), let sign = next, sign == "+" || sign == "-" {
                digits.unicodeScalars.append(sign)
                position += 1
            }
        }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if let integer = Int(
            sign + (isHexadecimal ? String(digits.dropFirst(2)) : digits), radix: isHexadecimal ? 16 : 10),
            isHexadecimal || digits == "0" || !digits.hasPrefix("0")
        {
            return .integer(integer)
        }
        let isDecimal = digits.allSatisfy { "0123456789.eE+-".contains($0) }
        let isOctal = digits.hasPrefix("0") && digits.dropFirst().first.map { "0123456789".contains($0) } == true
        // Swift reads no number that begins or ends with its point.
        let padded = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
        guard isDecimal, !isOctal, digits != ".", let number = Double(sign + padded), number.isFinite else {
            throw fault("a number")
        }
        return .number(number)
    }

    // MARK: Characters

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

    private func fault(_ expected: String) -> Fault { Fault(line: line, expected: expected) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() throws(Fault) {
        while let scalar = next {
            switch scalar {
            case "\n":
                line += 1
                position += 1
            case "/" where position + 1 < text.count && text[position + 1] == "/":
                while let scalar = next, scalar != "\n" { position += 1 }
            case "/" where position + 1 < text.count && text[position + 1] == "*":
                try skipComment()
            case "\u{FEFF}": position += 1
            case _ where scalar.properties.isWhitespace: position += 1
            default: return
            }
        }
    }

    private mutating func skipComment() throws(Fault) {
        let start = line
        position += 2
        while position + 1 < text.count {
            if text[position] == "*", text[position + 1] == "/" {
                position += 2
                return
            }
            if text[position] == "\n" { line += 1 }
            position += 1
        }
        throw Fault(line: start, expected: "the end of the comment that begins here")
    }
}
