/// Reads the JSON that feeds really send, in one pass and linear time.
///
/// A standard decoder loses the whole feed over one `\'`, raw tab, cut surrogate pair or bad byte, and does not say where.
/// This one repairs what stands inside strings, since it knows when it is inside one, and keeps the feed's limits before it
/// takes memory or enters a level:
/// - around the feed: a byte order mark, comments, a callback's `name( … );` found by position, never by its words;
/// - inside strings: `\'` and other escapes that JSON forbids (the character itself), raw control characters (kept), lone
///   surrogates and bad UTF-8 (U+FFFD);
/// - between values: a comma before `]` or `}`.
///
/// - Source: RFC 8259 for the grammar; the repairs are faults seen in Flickr's feeds.
struct FeedRepair {
    /// How often each repair was needed.
    struct Counts: Equatable, Sendable {
        var escapes = 0
        var controlCharacters = 0
        var surrogates = 0
        var badUTF8 = 0
        var cutStrings = 0
    }

    private(set) var counts = Counts()
    private let bytes: [UInt8]
    private let limits: FeedLimits
    private var position = 0
    private var valueCount = 0

    /// Takes an answer, whole.
    init(_ answer: [UInt8], limits: FeedLimits = FeedLimits()) {
        bytes = answer
        self.limits = limits
    }

    /// The members of the answer's one object.
    mutating func document() throws(FeedError) -> [String: JSONValue] {
        guard bytes.count <= limits.bytes else { throw .overLimit(what: "bytes", limit: limits.bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipBlanksAndComments()
        openWrapper()
        guard next == UInt8(ascii: "{") else { throw failure("\(look), where a feed's JSON object should stand") }
        let members = try object(depth: 1)
        try closeWrapper()
        return members
    }

    /// Reads a text that is one string literal of JSON and nothing else, or returns `nil`.
    static func literal(_ text: Substring) -> String? {
        var reader = FeedRepair(Array(text.utf8))
        guard reader.next == UInt8(ascii: "\""), let value = try? reader.string() else { return nil }
        return reader.next == nil ? value : nil
    }
}

// MARK: - Around the feed

extension FeedRepair {
    /// Enters a callback: its `(` is the first before the first `{`.
    private mutating func openWrapper() {
        guard let first = next, first != UInt8(ascii: "{"), first != UInt8(ascii: "<"),
            let brace = bytes[position...].firstIndex(of: UInt8(ascii: "{")),
            let parenthesis = bytes[position..<brace].firstIndex(of: UInt8(ascii: "("))
        else { return }
        let start = position
        position = parenthesis + 1
        skipBlanksAndComments()
        // Not a callback then; the message is about the start of the answer.
        if next != UInt8(ascii: "{") { position = start }
    }

    /// Leaves a callback; nothing but its tail may follow the feed.
    private mutating func closeWrapper() throws(FeedError) {
        skipBlanksAndComments()
        while next == UInt8(ascii: ")") || next == UInt8(ascii: ";") {
            position += 1
            skipBlanksAndComments()
        }
        guard next == nil else { throw failure("more text after the end of the feed") }
    }

    private mutating func skipBlanksAndComments() {
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "/"), position + 1 < bytes.count else { return }
            switch bytes[position + 1] {
            case UInt8(ascii: "*"):
                position += 2
                while let byte = next {
                    position += 1
                    if byte == UInt8(ascii: "*"), skip(UInt8(ascii: "/")) { break }
                }
            case UInt8(ascii: "/"):
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            default: return
            }
        }
    }

    /// What the rest looks like to a person.
    private var look: String {
        guard next != nil else { return "an empty answer" }
        let start = String(decoding: bytes[position...].prefix(64), as: UTF8.self).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "an HTML page" }
        if start.hasPrefix("<") { return "XML or HTML" }
        if start.hasPrefix("[") { return "a list" }
        return "some other text"
    }
}

// MARK: - Values

extension FeedRepair {
    private mutating func value(depth: Int) throws(FeedError) -> JSONValue {
        valueCount += 1
        guard valueCount <= limits.values else { throw .overLimit(what: "values", limit: limits.values) }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
            return .number(number())
        default:
            if skipWord("null") { return .null }
            if skipWord("true") { return .bool(true) }
            if skipWord("false") { return .bool(false) }
            throw failure("no value where one should stand")
        }
    }

    private mutating func object(depth: Int) throws(FeedError) -> [String: JSONValue] {
        guard depth <= limits.depth else { throw .overLimit(what: "depth", limit: limits.depth) }
        position += 1
        var members: [String: JSONValue] = [:]
        while true {
            skipBlanks()
            if skip(UInt8(ascii: "}")) { return members }
            guard next == UInt8(ascii: "\"") else { throw failure("no name where a member's should stand") }
            let name = try string()
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { throw failure("no colon after a member's name") }
            members[name] = try value(depth: depth + 1)
            skipBlanks()
            guard skip(UInt8(ascii: ",")) || next == UInt8(ascii: "}") else {
                throw failure("neither comma nor brace after a member")
            }
        }
    }

    private mutating func array(depth: Int) throws(FeedError) -> [JSONValue] {
        guard depth <= limits.depth else { throw .overLimit(what: "depth", limit: limits.depth) }
        position += 1
        var values: [JSONValue] = []
        while true {
            skipBlanks()
            if skip(UInt8(ascii: "]")) { return values }
            guard values.count < limits.items else { throw .overLimit(what: "items", limit: limits.items) }
            values.append(try value(depth: depth + 1))
            skipBlanks()
            guard skip(UInt8(ascii: ",")) || next == UInt8(ascii: "]") else {
                throw failure("neither comma nor bracket after a value")
            }
        }
    }

    /// A number as written; a feed's are small, so its grammar is left to whoever needs one.
    private mutating func number() -> String {
        let start = position
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
        return String(decoding: bytes[start..<position].prefix(64), as: UTF8.self)
    }
}

// MARK: - Strings

extension FeedRepair {
    private mutating func string() throws(FeedError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return decoded(text)
            case UInt8(ascii: "\\"): unescape(into: &text)
            default:
                if byte < 0x20 { counts.controlCharacters += 1 }
                append(byte, to: &text)
            }
        }
        position = start
        throw failure("a string that does not end")
    }

    /// Takes what follows a backslash; an escape that JSON forbids means the character itself.
    private mutating func unescape(into text: inout [UInt8]) {
        guard let byte = next else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(byte, to: &text)
        case UInt8(ascii: "b"): append(0x08, to: &text)
        case UInt8(ascii: "f"): append(0x0C, to: &text)
        case UInt8(ascii: "n"): append(0x0A, to: &text)
        case UInt8(ascii: "r"): append(0x0D, to: &text)
        case UInt8(ascii: "t"): append(0x09, to: &text)
        case UInt8(ascii: "u"): for byte in String(unicodeEscape()).utf8 { append(byte, to: &text) }
        default:
            counts.escapes += 1
            position -= 1
        }
    }

    /// Takes the digits of `\u`, and a second escape where the first is half of a pair.
    private mutating func unicodeEscape() -> Character {
        guard let unit = hexUnit() else {
            counts.escapes += 1
            return "\u{FFFD}"
        }
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let afterFirst = position
        if UTF16.isLeadSurrogate(unit), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let low = hexUnit(),
            UTF16.isTrailSurrogate(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
        {
            return Character(scalar)
        }
        position = afterFirst
        counts.surrogates += 1
        return "\u{FFFD}"
    }

    private mutating func hexUnit() -> UInt16? {
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard position + offset < bytes.count, let digit = bytes[position + offset].hexDigitValue else {
                return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }

    /// Appends while the string is within its limit; one byte over marks it as cut.
    private func append(_ byte: UInt8, to text: inout [UInt8]) {
        if text.count <= limits.stringBytes { text.append(byte) }
    }

    private mutating func decoded(_ text: [UInt8]) -> String {
        var text = text
        if text.count > limits.stringBytes {
            counts.cutStrings += 1
            while let last = text.popLast(), UTF8.isContinuation(last) {}
        }
        if let valid = String(validating: text, as: UTF8.self) { return valid }
        counts.badUTF8 += 1
        return String(decoding: text, as: UTF8.self)
    }
}

// MARK: - Bytes

extension FeedRepair {
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        let word = word.description.utf8
        guard bytes[position...].starts(with: word) else { return false }
        position += word.count
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
    }

    private func failure(_ reason: String) -> FeedError {
        .notJSON(offset: position, excerpt: Excerpt(bytes: bytes[position...]).description, reason: reason)
    }
}
