/// The colours that a display has, opaque and in sRGB.
public struct Palette: Hashable, Sendable {
    /// A colour's parts, 0 to 255.
    public struct Color: Hashable, Sendable {
        /// The red part.
        public var red: UInt8
        /// The green part.
        public var green: UInt8
        /// The blue part.
        public var blue: UInt8

        /// Makes a colour of its parts.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// The colours in the order in which files count them, 2 to 256.
    public let colors: [Color]
    /// Bits of a pixel if the colours are all grays of so many bits, from black to white.
    public let grayDepth: Int?

    /// Makes a palette of colours.
    ///
    /// - Precondition: there are 2 to 256 colours.
    public init(_ colors: [Color]) {
        precondition(2...256 ~= colors.count, "a palette has 2 to 256 colours, not \(colors.count)")
        self.colors = colors
        grayDepth = nil
    }

    /// All grays of 1, 2, 4 or 8 bits, at equal distances from black to white.
    ///
    /// - Precondition: the depth is one of these.
    public init(grayDepth: Int) {
        precondition([1, 2, 4, 8].contains(grayDepth), "grays have 1, 2, 4 or 8 bits, not \(grayDepth)")
        let last = 1 << grayDepth - 1
        colors = (0...last).map { level in
            let gray = UInt8(level * 255 / last)
            return Color(red: gray, green: gray, blue: gray)
        }
        self.grayDepth = grayDepth
    }

    /// Reads colours as a person writes them: names or `RRGGBB`, with or without `#`, between commas.
    ///
    /// - Returns: `nil` where a colour is neither, or there are not 2 to 256 of them.
    public init?(_ text: String) {
        var colors: [Color] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let color = Color(String(part)) else { return nil }
            colors.append(color)
        }
        guard 2...256 ~= colors.count else { return nil }
        self.init(colors)
    }

    /// Bits of a pixel that counts the colours: 1, 2, 4 or 8.
    public var depth: Int { [1, 2, 4].first { colors.count <= 1 << $0 } ?? 8 }
}

extension Palette.Color {
    /// The inks that coloured e-paper has, by their names.
    static let names: [(name: String, value: UInt32)] = [
        ("black", 0x000000), ("white", 0xFFFFFF), ("red", 0xFF0000), ("yellow", 0xFFFF00), ("orange", 0xFF8000),
        ("green", 0x00FF00), ("blue", 0x0000FF),
    ]

    /// Reads a name or `RRGGBB`, with or without `#`.
    init?(_ text: String) {
        let word = text.lowercased()
        var value = Self.names.first { $0.name == word }?.value
        if value == nil {
            let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
            if digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) { value = UInt32(digits, radix: 16) }
        }
        guard let value else { return nil }
        self.init(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }
}
