/// The scheme, host and port of an `http` or `https` address, in one spelling for each origin.
///
/// - Source: RFC 6454 §4; RFC 3986 §3.2, read strictly: what parsers are known to read differently is refused.
public struct HTTPOrigin: Hashable, Sendable {
    /// The two schemes that may be fetched.
    public enum Scheme: String, Sendable {
        case http, https

        /// The port that goes without saying.
        public var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The host: lower case, without a trailing dot; a numeric one in its usual text, IPv6 in brackets.
    public let host: String
    /// The port, 1…65535.
    public let port: UInt16
    /// The address, where the host is spelled as one.
    public let address: NetworkAddress?

    /// The origin of an absolute address.
    ///
    /// Throws `badAddress` for what is not one and `refused` for another scheme. A user name is looked past.
    public init(url: String) throws(FetchError) {
        func bad(_ reason: String) -> FetchError { .badAddress(url: url, reason: reason) }
        let text = Array(url.utf8)
        guard text.count <= Self.longestURL else { throw bad("longer than \(Self.longestURL) bytes") }
        guard text.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw bad("contains white space or a control character")
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(text[..<colon]) else {
            throw bad("not an absolute address")
        }
        let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
        guard let scheme = Scheme(rawValue: name) else {
            throw .refused(url: url, address: name, reason: "only http and https are fetched")
        }
        guard text[(colon + 1)...].starts(with: "//".utf8) else { throw bad("no // after the scheme") }
        let authority = text[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "\\")) else { throw bad("a backslash in the host") }
        let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let (rawHost, rawPort) = try Self.split(hostAndPort, orThrow: bad("not a host and port"))
        self.scheme = scheme
        (host, address) = try Self.normalize(rawHost, orThrow: bad("not a host"))
        port = try Self.number(rawPort, orThrow: bad("not a port")) ?? scheme.defaultPort
    }

    /// The longest address taken, in bytes.
    static let longestURL = 8000

    /// Whether an address carries a user name or password: never sent, so such an address is not fetched.
    static func hasUserInfo(url: String) -> Bool {
        guard let start = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = url.utf8[start...].dropFirst(3)
        return rest.prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
    }

    /// Whether the host is a name that means this machine.
    /// - Source: RFC 6761 §6.3.
    var isLocalhost: Bool { host == "localhost" || host.hasSuffix(".localhost") }

    // MARK: Reading

    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
        return text.allSatisfy {
            $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "+-.".utf8.contains($0)
        }
    }

    private static func split(
        _ text: ArraySlice<UInt8>, orThrow error: FetchError
    ) throws(FetchError) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>) {
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { throw error }
            let rest = text[(end + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw error }
            return (text[...end], rest.dropFirst())
        }
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count > 1 ? parts[1] : [])
    }

    private static func number(_ text: ArraySlice<UInt8>, orThrow error: FetchError) throws(FetchError) -> UInt16? {
        if text.isEmpty { return nil }
        guard text.count <= 5, text.allSatisfy(\.isDigit),
            let port = UInt16(String(decoding: text, as: UTF8.self)), port > 0
        else { throw error }
        return port
    }

    private static func normalize(
        _ raw: ArraySlice<UInt8>, orThrow error: FetchError
    ) throws(FetchError) -> (String, NetworkAddress?) {
        if raw.first == UInt8(ascii: "[") {
            let text = String(decoding: raw, as: UTF8.self)
            guard let address = NetworkAddress(host: text) else { throw error }
            guard let zone = raw.firstIndex(of: UInt8(ascii: "%")) else { return ("[\(address)]", address) }
            return ("[\(address)" + String(decoding: raw[zone...], as: UTF8.self), address)
        }
        guard let decoded = percentDecoded(raw), let text = String(validating: decoded, as: UTF8.self) else {
            throw error
        }
        var host = String(String.UnicodeScalarView(text.unicodeScalars.map(asciiForm))).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let forbidden = "\0\t\n\r #%/:<>?@[\\]^|".unicodeScalars
        // One dot at the end is of the whole name; two have an empty part between them.
        guard !host.isEmpty, !host.hasSuffix("."), host.utf8.count <= 253,
            !host.unicodeScalars.contains(where: { forbidden.contains($0) || $0.value < 0x20 || $0.value == 0x7F })
        else { throw error }
        if let address = NetworkAddress(host: host) { return (address.description, address) }
        guard !NetworkAddress.looksNumeric(host: host) else { throw error }
        return (host, nil)
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The ASCII character that IDNA maps a look-alike to: full-width forms, the other full stops, ringed digits.
    ///
    /// Only so that a disguised number is told at once; what is left out here is caught at the socket.
    /// - Source: Unicode Technical Standard 46, mapping table.
    private static func asciiForm(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3002, 0xFF61: "."
        case 0xFF01...0xFF5E: Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
        case 0x24EA: "0"
        case 0x2460...0x2468: Unicode.Scalar(UInt8(scalar.value - 0x2460 + 0x31))
        case 0x24D0...0x24E9: Unicode.Scalar(UInt8(scalar.value - 0x24D0 + 0x61))
        case 0x24B6...0x24CF: Unicode.Scalar(UInt8(scalar.value - 0x24B6 + 0x61))
        case 0x2070, 0x2074...0x2079: Unicode.Scalar(UInt8(scalar.value - 0x2070 + 0x30))
        case 0xB2, 0xB3: Unicode.Scalar(UInt8(scalar.value - 0xB2 + 0x32))
        case 0xB9: "1"
        case 0x2080...0x2089: Unicode.Scalar(UInt8(scalar.value - 0x2080 + 0x30))
        case 0x1D7CE...0x1D7FF: Unicode.Scalar(UInt8((scalar.value - 0x1D7CE) % 10 + 0x30))
        default: scalar
        }
    }
}

extension HTTPOrigin: CustomStringConvertible {
    /// `scheme://host:port`, the port always written.
    public var description: String { "\(scheme.rawValue)://\(host):\(port)" }
}
