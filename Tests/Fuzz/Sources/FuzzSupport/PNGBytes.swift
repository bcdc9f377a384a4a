/// PNG files taken apart and put together, so that a fuzzer gets past the checksums.
public enum PNGBytes {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The same file with the checksum of every whole chunk made right.
    public static func withChecksums(_ file: [UInt8]) -> [UInt8] {
        var file = file
        var offset = 8
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 8 + length
            guard end + 4 <= file.count else { break }
            file.replaceSubrange(end..<end + 4, with: bigEndian(crc32(file[offset + 4..<end])))
            offset = end + 4
        }
        return file
    }

    /// Makes a picture of one pixel that carries a colour profile.
    ///
    /// - Parameters:
    ///   - profile: the profile's bytes.
    ///   - isGray: whether the pixel is gray rather than RGB.
    /// - Returns: the file.
    public static func withProfile(_ profile: [UInt8], isGray: Bool) -> [UInt8] {
        let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, isGray ? 0 : 2, 0, 0, 0]
        let row: [UInt8] = isGray ? [0, 100] : [0, 200, 100, 50]
        return signature + chunk("IHDR", header) + chunk("iCCP", [0x61, 0, 0] + stored(profile))
            + chunk("IDAT", stored(row)) + chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + data
        return bigEndian(UInt32(data.count)) + checked + bigEndian(crc32(checked[...]))
    }

    /// A zlib stream that compresses nothing.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65535, bytes.count)
            let length = UInt16(end - start)
            stream += [end == bytes.count ? 1 : 0]
            stream += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return stream + bigEndian(high << 16 | low)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    }
}
