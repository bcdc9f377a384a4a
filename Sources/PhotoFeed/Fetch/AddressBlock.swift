/// A block of addresses as people write it: `198.18.0.0/15`, `fd00::/8`, or one address.
public struct AddressBlock: Hashable, Sendable {
    /// The first address; an IPv4 block written as IPv4-mapped is kept as IPv4.
    private let first: [UInt8]
    private let bits: Int

    /// How a block is written, for messages.
    public static let expected = "a block of addresses, as 198.18.0.0/15 or fd00::/8, without bits behind the prefix"

    /// Reads a block; `nil` for other text and where bits behind the prefix are set.
    ///
    /// An address alone is a block of its own.
    public init?(_ text: String) { self.init(text, ignoringBitsBehindPrefix: false) }

    /// Reads a block; bits behind the prefix count for nothing where they are ignored.
    init?(_ text: String, ignoringBitsBehindPrefix: Bool) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, let address = Self.address(host) else { return nil }
        var bytes = address.bytes
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isDigit), let count = Int(parts[1]),
                count <= bits
            else { return nil }
            bits = count
        }
        if let inner = Self.mapped(bytes), bits >= 96 {
            bytes = inner
            bits -= 96
        }
        first = Self.masked(bytes, bits)
        self.bits = bits
        guard ignoringBitsBehindPrefix || first == bytes else { return nil }
    }

    /// Whether an address lies in the block; an IPv4-mapped one is the IPv4 address that it means.
    public func contains(_ address: NetworkAddress) -> Bool {
        let bytes = Self.mapped(address.bytes) ?? address.bytes
        return bytes.count == first.count && Self.masked(bytes, bits) == first
    }

    /// Four decimal numbers, or IPv6; no other spelling, so that a block means what it seems to.
    private static func address(_ text: Substring) -> NetworkAddress? {
        if text.contains(":") { return text.contains("%") ? nil : NetworkAddress(host: "[\(text)]") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDecimal = parts.allSatisfy { part in
            (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit) && (part == "0" || part.first != "0")
        }
        return parts.count == 4 && isDecimal ? NetworkAddress(host: String(text)) : nil
    }

    private static func mapped(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else {
            return nil
        }
        return Array(bytes[12...])
    }

    private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(max(bits - index * 8, 0), 8)
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
    }
}

extension AddressBlock: CustomStringConvertible {
    /// `198.18.0.0/15`.
    public var description: String {
        guard let address = NetworkAddress(bytes: first) else { return "" }
        return "\(address)/\(bits)"
    }
}
