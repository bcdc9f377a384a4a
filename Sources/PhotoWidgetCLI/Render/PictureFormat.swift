internal import PhotoWidget

/// The formats in which drawn widgets are written.
enum PictureFormat: String, Sendable, CaseIterable {
    case png, bmp, pam, jpeg

    /// The format that a file's name ends in.
    init?(path: String) {
        let name = Path.name(of: path)
        switch name.split(separator: ".").last?.lowercased() {
        case "png": self = .png
        case "bmp": self = .bmp
        case "pam": self = .pam
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }

    /// A picture in this format, with the mark of a file that the program wrote.
    ///
    /// It is in a palette's colours where there is one; a BMP without one is black and white.
    func encode(_ bitmap: Bitmap, palette: Palette?) throws(EncodingError) -> [UInt8] {
        let (text, word) = (OutputMark.text, OutputMark.word)
        switch self {
        case .png:
            return palette.map { PNGEncoder.encode(bitmap.dithered(to: $0), text: text) }
                ?? PNGEncoder.encode(bitmap, text: text)
        case .bmp: return try BMPEncoder.encode(bitmap.dithered(to: palette ?? Palette(grayDepth: 1)), isMarked: true)
        case .pam: return PAMEncoder.encode(palette.map { bitmap.dithered(to: $0).bitmap } ?? bitmap, comment: word)
        case .jpeg:
            return try JPEGEncoder.encode(palette.map { bitmap.dithered(to: $0).bitmap } ?? bitmap, comment: word)
        }
    }
}
