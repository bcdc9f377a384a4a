/// How a string carries a file's name, which is bytes and not always UTF-8.
///
/// Valid UTF-8 is carried as it is. Each byte that is not part of valid UTF-8 is carried as the character U+EF00 + byte,
/// one of U+EF80…U+EFFF; each byte of such a character in a file's name is carried in the same way. These characters
/// are private: no alphabet has them. The name's bytes are found again exactly, and `/`, `.` and NUL, which the system
/// gives a meaning, never come out of them.
/// - Source: MirBSD, OPTU-8: the same range for the same purpose.
extension Path {
    /// The string that carries a path's bytes.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !carriesBytes(text) { return text }
        var result = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if carriers.contains(scalar) {
                    result.append(contentsOf: rest.prefix(encoded.count).map(carrier(of:)))
                } else {
                    result.append(scalar)
                }
                rest = rest.dropFirst(encoded.count)
            case .error(let length):
                result.append(contentsOf: rest.prefix(length).map(carrier(of:)))
                rest = rest.dropFirst(length)
            case .emptyInput: return String(result)
            }
        }
    }

    /// The bytes that a string carries.
    package static func bytes(of path: String) -> [UInt8] {
        guard carriesBytes(path) else { return Array(path.utf8) }
        var bytes: [UInt8] = []
        for scalar in path.unicodeScalars {
            if carriers.contains(scalar) {
                bytes.append(UInt8(scalar.value - 0xEF00))
            } else {
                bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return bytes
    }

    /// Whether a string carries bytes that are not UTF-8.
    package static func carriesBytes(_ text: String) -> Bool {
        // Every carrier begins with this byte, and few other characters do.
        text.utf8.contains(0xEE) && text.unicodeScalars.contains { carriers.contains($0) }
    }

    /// The byte that a character carries; `nil` for every other character.
    package static func byte(carriedBy scalar: Unicode.Scalar) -> UInt8? {
        carriers.contains(scalar) ? UInt8(scalar.value - 0xEF00) : nil
    }

    /// Lends a path's bytes to a call of the system, with a NUL behind them.
    ///
    /// A path with a NUL inside names no file: the call gets the empty path, and says ENOENT.
    package static func withCString<Result>(
        _ path: String, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        if path.utf8.contains(0) { return unsafe "".withCString(body) }
        guard carriesBytes(path) else { return unsafe path.withCString(body) }
        let bytes = (Self.bytes(of: path) + [0]).map(CChar.init(bitPattern:))
        return unsafe body(bytes)
    }

    private static let carriers: ClosedRange<Unicode.Scalar> = "\u{EF80}"..."\u{EFFF}"

    private static func carrier(of byte: UInt8) -> Unicode.Scalar {
        // A byte below 0x80 is valid UTF-8 by itself and never comes here.
        Unicode.Scalar(0xEF00 + UInt32(byte)) ?? "\u{FFFD}"
    }
}
