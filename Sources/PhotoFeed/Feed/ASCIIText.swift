// Cutting text at ASCII characters goes by UTF-8 bytes: to Swift, "/" and a combining mark after it are one character,
// to a kernel and a server the slash is a slash.
extension Substring {
    /// What stands before the first of some ASCII characters; all of it if none occurs.
    func before(anyOf characters: String) -> Substring {
        self[..<(utf8.firstIndex { characters.utf8.contains($0) } ?? endIndex)]
    }

    /// The parts between slashes, empty ones included.
    var steps: [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// What follows an ASCII prefix, or `nil` if the text does not start with it.
    func after(prefix: String) -> Substring? {
        utf8.starts(with: prefix.utf8) ? Substring(utf8.dropFirst(prefix.utf8.count)) : nil
    }

    /// What stands before and after the first occurrence of a text, or `nil` if it does not occur.
    func cut(at marker: String) -> (before: Substring, after: Substring)? {
        var rest = utf8
        while let start = rest.firstIndex(where: { $0 == marker.utf8.first }) {
            rest = rest[start...]
            if rest.starts(with: marker.utf8) { return (self[..<start], Substring(rest.dropFirst(marker.utf8.count))) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The text without white space around it.
    var trimmed: Substring {
        var rest = unicodeScalars
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return Substring(rest)
    }

    /// Whether it is one or more of `0`–`9`.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }

    /// Whether it is one or more of `0`–`9` and `a`–`f`.
    var isLowercaseHex: Bool { !isEmpty && utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } }
}

extension UInt8 {
    /// What it is worth as a hexadecimal digit of ASCII.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether it is a letter or a digit of ASCII.
    var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
