/// Reads the PAM files that `PAMEncoder` writes: the disk tier's way back to a bitmap.
public enum PAMDecoder {
    /// Copies the pixels out of a whole file.
    ///
    /// - Throws: `PAMError` where the bytes are anything but one file of 8-bit RGBA, to the byte.
    public static func decode(_ bytes: RawSpan) throws(PAMError) -> Bitmap {
        let header = try PAMHeader(parsing: bytes)
        guard bytes.byteCount >= header.fileSize else {
            throw .truncated(expected: header.fileSize, found: bytes.byteCount)
        }
        guard bytes.byteCount == header.fileSize else {
            throw .trailingBytes(expected: header.fileSize, found: bytes.byteCount)
        }
        let pixels = bytes.extracting(header.pixelOffset..<header.fileSize)
        return unsafe pixels.withUnsafeBytes { unsafe Bitmap(size: header.size, pixels: [UInt8]($0)) }
    }
}
