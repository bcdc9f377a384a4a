internal import CJPEG

/// Writes a bitmap as a baseline JPEG over white.
public enum JPEGEncoder {
    /// Writes a file that carries no metadata beside the JFIF header and a comment, if there is one.
    ///
    /// - Parameters:
    ///   - bitmap: the picture; what is transparent shows white.
    ///   - quality: libjpeg's, from 1 to 100. From 90 on colour is kept at full resolution, below at half.
    ///   - comment: what the comment says, at most 65533 bytes.
    /// - Returns: the file's bytes.
    /// - Throws: `EncodingError.tooLarge` where a side is over 65500 pixels.
    public static func encode(
        _ bitmap: Bitmap, quality: Int = 90, comment: String = ""
    ) throws(EncodingError) -> [UInt8] {
        precondition(1...100 ~= quality, "a JPEG quality lies from 1 to 100, not \(quality)")
        let size = bitmap.size
        guard max(size.width, size.height) <= maximumSide else { throw .tooLarge(size, limit: maximumSide) }
        guard CJPEG_load_library() else { throw .failed(.jpeg, reason: "libjpeg-turbo is not installed") }
        let pixels = bitmap.isOpaque ? bitmap.pixels : overWhite(bitmap.pixels)
        var reason: [CChar] = []
        let file = unsafe [UInt8](unsafeUninitializedCapacity: bound(of: size)) { out, count in
            reason = unsafe [CChar](unsafeUninitializedCapacity: Int(CJPEG_ENCODE_REASON_SIZE)) { word, wordCount in
                unsafe word.initialize(repeating: 0)
                count = unsafe CJPEG_encode_picture(
                    pixels, UInt32(size.width), UInt32(size.height), Int32(quality), quality < 90 ? 1 : 0,
                    out.baseAddress, out.count, word.baseAddress)
                wordCount = unsafe word.firstIndex(of: 0) ?? 0
            }
        }
        guard !file.isEmpty else {
            throw .failed(.jpeg, reason: String(decoding: reason.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        return comment.isEmpty ? file : commented(file, comment)
    }

    /// Puts a comment behind the JFIF header, which comes first in a file.
    ///
    /// - Source: JFIF 1.02, p. 5; ITU-T T.81, B.2.4.5.
    private static func commented(_ file: [UInt8], _ comment: String) -> [UInt8] {
        let text = comment.utf8.prefix(65_533)
        let header = file.dropFirst(2).starts(with: [0xFF, 0xE0]) ? 4 + (Int(file[4]) << 8 | Int(file[5])) : 2
        let length = text.count + 2
        return file.prefix(header) + [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + text
            + file.dropFirst(header)
    }

    /// The longest side libjpeg writes, in pixels.
    private static let maximumSide = 65500

    /// A length no baseline file of that size exceeds, in bytes: libjpeg-turbo's own bound for 4:4:4, plus its tables.
    private static func bound(of size: PixelSize) -> Int {
        func padded(_ side: Int) -> Int { (side + 15) / 16 * 16 }
        return padded(size.width) * padded(size.height) * 6 + 4096
    }

    private static func overWhite(_ pixels: [UInt8]) -> [UInt8] {
        var flat = pixels
        for index in stride(from: 0, to: flat.count, by: 4) where flat[index + 3] != 255 {
            let alpha = UInt32(flat[index + 3])
            for channel in index..<index + 3 {
                flat[channel] = UInt8((UInt32(flat[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
            }
        }
        return flat
    }
}
