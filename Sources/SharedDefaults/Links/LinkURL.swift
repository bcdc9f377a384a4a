/// The address of a deep link: its scheme and host in lower case, which RFC 3986 compares without case.
///
/// - Source: RFC 3986 §2 (characters), §3.1 (scheme), §3.2.2 (host).
public struct LinkURL: Equatable, Sendable {
    /// The longest address, in bytes.
    public static let maxBytes = 8192

    /// The address as it was given.
    public let text: String
    /// The scheme, in lower case.
    public let scheme: String
    /// The host, in lower case, without user and port; `nil` where there is none, as in `app:page`.
    public let host: String?

    /// Takes an address apart.
    ///
    /// - Throws: ``LinkError/badURL(_:reason:)``, ``LinkError/tooLong(byteCount:)``.
    public init(_ text: String) throws(LinkError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maxBytes else { throw .tooLong(byteCount: bytes.count) }
        if let fault = Self.fault(in: bytes) { throw .badURL(text, reason: fault) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            LinkScheme.isValid(String(decoding: bytes[..<colon], as: UTF8.self))
        else { throw .badURL(text, reason: "expected a scheme and a colon at its start") }
        self.text = text
        scheme = Self.lowercase(bytes[..<colon])
        host = Self.host(of: bytes[(colon + 1)...])
    }

    /// What RFC 3986 forbids.
    private static func fault(in bytes: [UInt8]) -> String? {
        var hashes = 0
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%"):
                let digits = bytes.dropFirst(index + 1).prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else {
                    return "a % without two hexadecimal digits at byte \(index)"
                }
            case UInt8(ascii: "#"):
                hashes += 1
                if hashes > 1 { return "a second # at byte \(index)" }
            case 0...0x20, 0x7F: return "a space or control character at byte \(index)"
            case 0x80...: return "a character that is not ASCII at byte \(index): percent-encode it"
            default:
                if #""<>\^`{|}"#.utf8.contains(byte) {
                    return "\(Character(Unicode.Scalar(byte))) is not allowed, at byte \(index)"
                }
            }
        }
        return nil
    }

    private static func host(of rest: ArraySlice<UInt8>) -> String? {
        guard rest.starts(with: "//".utf8) else { return nil }
        var authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        if authority.first == UInt8(ascii: "["), let end = authority.firstIndex(of: UInt8(ascii: "]")) {
            return lowercase(authority[...end])
        }
        authority = authority.prefix { $0 != UInt8(ascii: ":") }
        return authority.isEmpty ? nil : lowercase(authority)
    }

    private static func lowercase(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
