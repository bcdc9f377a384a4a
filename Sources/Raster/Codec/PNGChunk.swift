/// The words of the PNG format that the encoder and the decoder share.
enum PNGChunk {
    /// The eight bytes every PNG starts with.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk's four letters, as the number they are in the file.
    struct Kind: RawRepresentable, Hashable, CustomStringConvertible {
        let rawValue: UInt32

        static let IHDR = Kind("IHDR"), PLTE = Kind("PLTE"), IDAT = Kind("IDAT"), IEND = Kind("IEND")
        static let tRNS = Kind("tRNS"), sRGB = Kind("sRGB"), iCCP = Kind("iCCP"), cICP = Kind("cICP")
        static let tEXt = Kind("tEXt"), iTXt = Kind("iTXt"), eXIf = Kind("eXIf")

        init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ letters: StaticString) {
            rawValue = letters.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// Whether a decoder that does not know the chunk must refuse the picture.
        var isCritical: Bool { rawValue >> 24 & 0x20 == 0 }
        /// Whether all four are ASCII letters, as the format demands.
        var isWellFormed: Bool { letters.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 } }
        /// The letters; dots where they are none.
        var description: String {
            String(letters.map { 0x20..<0x7F ~= $0 ? Character(Unicode.Scalar($0)) : "." })
        }

        private var letters: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }
    }
}
