internal import PhotoWidget

/// The formats in which thumbnails are written.
enum ThumbnailFormat: String, Sendable, CaseIterable {
    case png, pam, jpeg

    /// The ending of a file of this format, without the dot.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The format that a file's ending names.
    init?(ending: String) {
        switch ending.lowercased() {
        case "png": self = .png
        case "pam": self = .pam
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }

    /// A bitmap in this format, with the mark of a file that the program wrote.
    func encode(_ bitmap: Bitmap) throws(EncodingError) -> [UInt8] {
        switch self {
        case .png: PNGEncoder.encode(bitmap, text: OutputMark.text)
        case .pam: PAMEncoder.encode(bitmap, comment: OutputMark.word)
        case .jpeg: try JPEGEncoder.encode(bitmap, comment: OutputMark.word)
        }
    }
}
