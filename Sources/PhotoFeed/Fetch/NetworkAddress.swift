/// A numeric IPv4 or IPv6 address.
public struct NetworkAddress: Hashable, Sendable {
    /// The address in network order: 4 or 16 bytes.
    public let bytes: [UInt8]

    /// Takes 4 or 16 bytes in network order; `nil` for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the host of a URL: every spelling of IPv4 that browsers and `inet_aton` take, or IPv6 in brackets.
    ///
    /// One to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`), the last filling what is left: `127.1`,
    /// `0x7f.1`, `2130706433`. An IPv6 zone is left out of the address.
    /// - Source: WHATWG URL, "IPv4 parser" and "IPv6 parser".
    public init?(host: String) {
        let text = Array(host.utf8)
        if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
            guard let bytes = Self.ipv6(text[1..<(text.count - 1)]) else { return nil }
            self.bytes = bytes
        } else {
            guard let bytes = Self.looseIPv4(text[...]) else { return nil }
            self.bytes = bytes
        }
    }

    /// Whether a host ends in a number and so can only be an IPv4 address, a right or a wrong one.
    /// - Source: WHATWG URL, "ends-in-a-number checker".
    static func looksNumeric(host: String) -> Bool {
        guard let last = host.utf8.split(separator: UInt8(ascii: ".")).last else { return false }
        if last.allSatisfy({ $0.isDigit }) { return true }
        return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { $0.hexValue != nil }
    }

    // MARK: Reading

    private static func looseIPv4(_ host: ArraySlice<UInt8>) -> [UInt8]? {
        var parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard (1...4).contains(parts.count) else { return nil }
        var value: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let number = looseNumber(part) else { return nil }
            let isLast = index == parts.count - 1
            let width = isLast ? 8 * (5 - parts.count) : 8
            guard number < 1 << UInt64(width) else { return nil }
            value = value << UInt64(width) | number
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A part of an IPv4 address in any base; `nil` beyond 32 bits.
    private static func looseNumber(_ part: ArraySlice<UInt8>) -> UInt64? {
        guard let first = part.first else { return nil }
        var digits = part
        var base: UInt64 = 10
        if part.starts(with: "0x".utf8) || part.starts(with: "0X".utf8) {
            digits = part.dropFirst(2)
            base = 16
        } else if first == UInt8(ascii: "0"), part.count > 1 {
            digits = part.dropFirst()
            base = 8
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let number = digit.hexValue, UInt64(number) < base else { return nil }
            value = value * base + UInt64(number)
            guard value <= UInt64(UInt32.max) else { return nil }
        }
        return value
    }

    private static func ipv6(_ host: ArraySlice<UInt8>) -> [UInt8]? {
        let text = host.prefix { $0 != UInt8(ascii: "%") }
        let colon = UInt8(ascii: ":")
        var gap: ArraySlice<UInt8>.Index?
        for index in text.indices.dropLast() where text[index] == colon && text[index + 1] == colon {
            guard gap == nil else { return nil }
            gap = index
        }
        guard let gap else {
            guard let groups = groups(text), groups.count == 16 else { return nil }
            return groups
        }
        guard let head = groups(text[..<gap]), let tail = groups(text[(gap + 2)...]), head.count + tail.count <= 14
        else { return nil }
        return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// The bytes of colon-separated groups, the last of which may be a dotted quad.
    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let quad = dottedQuad(part) else { return nil }
                bytes += quad
                continue
            }
            guard (1...4).contains(part.count) else { return nil }
            var value: UInt16 = 0
            for digit in part {
                guard let number = digit.hexValue else { return nil }
                value = value << 4 | UInt16(number)
            }
            bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
        return bytes.count <= 16 ? bytes : nil
    }

    private static func dottedQuad(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isDigit),
                let value = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(value)
        }
        return bytes
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// The usual text: `127.0.0.1`, `2001:db8::1`.
    /// - Source: RFC 5952 §4.
    public var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return "::ffff:" + bytes[12...].map(String.init).joined(separator: ".")
        }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        let hex = groups.map { String($0, radix: 16) }
        guard !longest.isEmpty else { return hex.joined(separator: ":") }
        return hex[..<longest.lowerBound].joined(separator: ":") + "::"
            + hex[longest.upperBound...].joined(separator: ":")
    }
}

extension UInt8 {
    /// Whether it is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The value of an ASCII hexadecimal digit of either case.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
