/// An absolute http or https address, taken apart and made safe to send.
///
/// Only what RFC 3986 forbids is changed: such characters of path and query are percent-encoded, the scheme is written in
/// lower case. The authority stays as written, for the address policy to judge.
struct WebAddress: Equatable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    var scheme: String
    /// Host and port, and a user if one is named.
    var authority: String
    /// The path, percent-encoded; empty or starting with `/`.
    var path: String
    /// The query without its `?`, percent-encoded.
    var query: String?

    /// Takes an address apart, dropping the fragment; `nil` if it is not an absolute http or https address.
    init?(_ text: String) {
        guard let scheme = PhotoURL.scheme(of: text), scheme == "http" || scheme == "https",
            let rest = Substring(text.utf8.dropFirst(scheme.utf8.count)).after(prefix: "://")?.before(anyOf: "#")
        else { return nil }
        let authority = rest.before(anyOf: "/?")
        guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.hasSuffix("@"),
            !authority.unicodeScalars.contains(where: { $0.isBlank || "<>\"\\^`{|}".unicodeScalars.contains($0) })
        else { return nil }
        let pathAndQuery = Substring(rest.utf8.dropFirst(authority.utf8.count))
        let path = pathAndQuery.before(anyOf: "?")
        self.scheme = scheme
        self.authority = String(authority)
        self.path = Self.encoded(path, keeping: "-._~!$&'()*+,;=:@/%")
        query = Substring(pathAndQuery.utf8.dropFirst(path.utf8.count)).after(prefix: "?")
            .map { Self.encoded($0, keeping: "-._~!$&'()*+,;=:@/?%") }
    }

    var description: String { "\(scheme)://\(authority)\(path)\(query.map { "?" + $0 } ?? "")" }

    /// Percent-encodes every byte but letters, digits and those named; a `%` stays only before two hexadecimal digits.
    static func encoded(_ text: some StringProtocol, keeping kept: String) -> String {
        let bytes = Array(text.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isLonePercent =
                byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).compactMap(\.hexDigitValue).count < 2
            if byte.isASCIIAlphanumeric || (kept.utf8.contains(byte) && !isLonePercent) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
