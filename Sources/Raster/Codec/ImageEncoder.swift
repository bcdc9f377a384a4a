/// Writes a bitmap as a PAM file whose pixels start at a multiple of 64 bytes (contract §3).
public enum PAMEncoder {
    /// The file's bytes.
    public static func encode(_ bitmap: Bitmap) -> [UInt8] { [] }
}

/// Writes a bitmap as an 8-bit sRGB PNG.
public enum PNGEncoder {
    /// The file's bytes: RGBA, or RGB where no pixel is transparent; an sRGB chunk, then `text` as tEXt or iTXt chunks in order; no EXIF.
    public static func encode(_ bitmap: Bitmap, text: [(key: String, value: String)] = []) -> [UInt8] { [] }
}

/// Writes a bitmap as a baseline JPEG over white.
public enum JPEGEncoder {
    /// The file's bytes, at a libjpeg quality from 1 to 100.
    public static func encode(_ bitmap: Bitmap, quality: Int = 90) -> [UInt8] { [] }
}
