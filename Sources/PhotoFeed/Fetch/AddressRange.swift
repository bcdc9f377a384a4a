/// A block of addresses that are not the public Internet's, and what it is for.
///
/// - Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its updates).
struct AddressRange: Sendable {
    let prefix: [UInt8]
    let bits: Int
    let name: String

    private init(_ prefix: [UInt8], _ bits: Int, _ name: String) {
        self.prefix = prefix
        self.bits = bits
        self.name = name
    }

    /// What an address is where it is not a public unicast one; `nil` for a public address.
    ///
    /// An IPv4 address inside an IPv4-mapped or NAT64 address is judged as itself: the network delivers to it.
    static func name(of address: NetworkAddress) -> String? {
        let bytes = address.bytes
        if bytes.count == 4 { return ipv4.first { $0.contains(bytes) }?.name }
        for carrier in carriers where carrier.contains(bytes) {
            let inner = Array(bytes[12...])
            return ipv4.first { $0.contains(inner) }.map { "\($0.name) in an \(carrier.name) address" }
        }
        if let range = ipv6.first(where: { $0.contains(bytes) }) { return range.name }
        // Global unicast is 2000::/3; the rest is unassigned.
        return bytes[0] >> 5 == 1 ? nil : "unassigned"
    }

    private func contains(_ bytes: [UInt8]) -> Bool {
        let whole = bits / 8
        guard bytes.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
        let rest = bits % 8
        return rest == 0 || (bytes[whole] ^ prefix[whole]) >> UInt8(8 - rest) == 0
    }

    private static let ipv4 = [
        AddressRange([0], 8, "this network"),
        AddressRange([10], 8, "private"),
        AddressRange([100, 64], 10, "carrier-grade NAT"),
        AddressRange([127], 8, "loopback"),
        AddressRange([169, 254], 16, "link-local"),
        AddressRange([172, 16], 12, "private"),
        AddressRange([192, 0, 0], 24, "protocol assignment"),
        AddressRange([192, 0, 2], 24, "documentation"),
        AddressRange([192, 88, 99], 24, "6to4 relay"),
        AddressRange([192, 168], 16, "private"),
        AddressRange([198, 18], 15, "benchmarking"),
        AddressRange([198, 51, 100], 24, "documentation"),
        AddressRange([203, 0, 113], 24, "documentation"),
        AddressRange([224], 4, "multicast"),
        AddressRange([240], 4, "reserved"),
    ]

    /// IPv6 addresses whose last 32 bits are the IPv4 address that is reached.
    private static let carriers = [
        AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, "IPv4-mapped"),
        AddressRange([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96, "NAT64"),
    ]

    private static let ipv6 = [
        AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, "loopback"),
        AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 128, "unspecified"),
        AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, "IPv4-compatible"),
        AddressRange([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0], 96, "IPv4-translated"),
        AddressRange([0, 0x64, 0xFF, 0x9B, 0, 1], 48, "local NAT64"),
        AddressRange([1, 0], 16, "discard-only"),
        AddressRange([0x20, 0x01, 0, 0], 32, "Teredo"),
        AddressRange([0x20, 0x01, 0, 2, 0, 0], 48, "benchmarking"),
        AddressRange([0x20, 0x01, 0], 23, "protocol assignment"),
        AddressRange([0x20, 0x01, 0x0D, 0xB8], 32, "documentation"),
        AddressRange([0x20, 0x02], 16, "6to4"),
        AddressRange([0x3F, 0xFF, 0], 20, "documentation"),
        AddressRange([0x5F, 0], 16, "segment routing"),
        AddressRange([0xFC], 7, "unique local"),
        AddressRange([0xFE, 0x80], 10, "link-local"),
        AddressRange([0xFE, 0xC0], 10, "site-local"),
        AddressRange([0xFF], 8, "multicast"),
    ]
}
