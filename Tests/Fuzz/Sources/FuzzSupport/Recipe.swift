/// Choices made of what libFuzzer makes up, one byte after the other; zeros follow the last one.
public struct Recipe {
    private let bytes: [UInt8]
    private var place = 0

    /// Begins with the first byte.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all bytes are used.
    public var isEmpty: Bool { place >= bytes.count }

    /// The next byte.
    public mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        return bytes[place]
    }

    /// The next choice among so many.
    public mutating func choice(of count: Int) -> Int { Int(byte()) % count }

    /// Some bytes, as many as the next one says.
    public mutating func bytes(upTo limit: Int) -> [UInt8] {
        let count = choice(of: limit + 1)
        return (0..<count).map { _ in byte() }
    }

    /// Text of the next bytes, where they are none repaired.
    public mutating func text(upTo limit: Int) -> String { String(decoding: bytes(upTo: limit), as: UTF8.self) }

    /// All bytes that are left.
    public mutating func rest() -> [UInt8] {
        defer { place = bytes.count }
        return Array(bytes[min(place, bytes.count)...])
    }

    /// A number such as a page has, or one that no page should have.
    public mutating func number() -> Double {
        let choice = byte()
        guard choice >= 128 else { return Double(choice) / 2 - 8 }
        let numbers: [Double] = [
            .nan, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude, 1e18, 9.3e18, -9.3e18, 1e9, -1e9, 1e6,
            -1e6,
            2_147_483_648, 1e5, -1e5, 16_384, 0.01, -0.01, 1e-300, .leastNonzeroMagnitude, 0, -0.0, 0.5,
        ]
        if choice < 248 { return numbers[Int(choice) % numbers.count] }
        return Double(bitPattern: (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) })
    }
}
