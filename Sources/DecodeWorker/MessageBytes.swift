/// The most bytes of a message between a worker and its parent.
let largestMessage = 8192

/// Puts a message together: numbers of eight bytes, texts behind their lengths.
struct MessageWriter {
    /// What is written so far.
    private(set) var bytes: [UInt8]

    /// The longest text; a longer one is cut.
    static let longestText = 512

    /// Begins a message of a kind.
    init(kind: UInt8) { bytes = [kind] }

    /// Appends a number.
    mutating func append(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Appends a text.
    mutating func append(_ text: String) {
        let cut = Array(text.utf8.prefix(Self.longestText))
        append(cut.count)
        bytes += cut
    }
}

/// Takes a message apart that may say anything: what is not there reads as `nil`.
struct MessageReader {
    /// The message's kind; `nil` for an empty one.
    let kind: UInt8?

    private var rest: ArraySlice<UInt8>

    /// Begins behind the kind.
    init(_ bytes: [UInt8]) {
        kind = bytes.first
        rest = bytes.dropFirst()
    }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number.
    mutating func number() -> Int? {
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        return Int(truncatingIfNeeded: number)
    }

    /// Reads a number of a range; `nil` for any other.
    mutating func number(in range: ClosedRange<Int>) -> Int? {
        number().flatMap { range.contains($0) ? $0 : nil }
    }

    /// Reads a text; bytes that are no UTF-8 become replacement characters, and control characters too.
    mutating func text() -> String? {
        guard let count = number(in: 0...MessageWriter.longestText), rest.count >= count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        let text = String(decoding: bytes, as: UTF8.self)
        // Plain text, as nearly all is, costs no look at each character's properties.
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
