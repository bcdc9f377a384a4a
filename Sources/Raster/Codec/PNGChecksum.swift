internal import CDeflate

/// The CRC-32 that ends every chunk of a PNG.
enum PNGChecksum {
    /// The checksum of `bytes`.
    static func crc32(_ bytes: RawSpan) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
