/// A PNG file under construction: the signature, then chunks.
struct PNGChunkWriter {
    /// The file so far.
    private(set) var bytes = PNGChunk.signature

    /// Appends a chunk with what `fill` appends as its data.
    mutating func append(_ kind: PNGChunk.Kind, _ fill: (inout [UInt8]) -> Void) {
        let start = bytes.count
        bytes.append(bigEndian: 0)
        bytes.append(bigEndian: kind.rawValue)
        fill(&bytes)
        let length = bytes.count - start - 8
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        let checksum = unsafe PNGChecksum.crc32(bytes.span.bytes.extracting((start + 4)...))
        bytes.append(bigEndian: checksum)
    }

    /// Appends a text: tEXt where Latin-1 holds the value, else iTXt, uncompressed.
    ///
    /// - Precondition: the key has 1 to 79 printable Latin-1 characters.
    mutating func append(key: String, value: String) {
        guard let key = latin1(key), 1...79 ~= key.count, key.allSatisfy({ $0 >= 0x20 && !(0x7F...0xA0 ~= $0) }) else {
            preconditionFailure("a PNG text key has 1 to 79 printable Latin-1 characters: \(key)")
        }
        let value = String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\0" }))
        if let latin = latin1(value) {
            append(.tEXt) { $0 += key + [0] + latin }
        } else {
            // Separator, compression flag and method, then empty language and translated key.
            append(.iTXt) { $0 += key + [0, 0, 0, 0, 0] + Array(value.utf8) }
        }
    }

    private func latin1(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension [UInt8] {
    /// Appends the four bytes of a number, the most significant first.
    mutating func append(bigEndian number: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
