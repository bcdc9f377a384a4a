/// Why a picture could not be decoded.
public enum DecodingError: Error, Equatable, Sendable {
    /// There are no bytes.
    case empty
    /// The first bytes name no picture format; `found` says what they look like ("HTML", "JSON", "00 01 02 03").
    case notAPicture(found: String)
    /// A picture, but of a format or a feature that is not decoded ("HEIC", "arithmetic-coded JPEG").
    case unsupported(String)
    /// The bytes are damaged or end early; `reason` is the codec's own word.
    case corrupt(ImageFormat, reason: String)
    /// The header declares more pixels than allowed.
    case tooManyPixels(PixelSize, limit: Int)
    /// Decoding would take more work or memory than a picture is worth (scan and chunk bombs).
    case tooComplex(ImageFormat, reason: String)
}

/// What the header of a picture says, read without decoding.
public struct ImageHeader: Equatable, Sendable {
    /// What the bytes are.
    public var format: ImageFormat
    /// The size when upright (EXIF orientation applied), in pixels.
    public var size: PixelSize

    /// Makes a header of its parts.
    public init(format: ImageFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }
}

/// The door of the room: whatever the bytes are, a thumbnail or a typed error.
public enum ImageDecoders {
    /// Reads what the header says.
    public static func header(of bytes: RawSpan, limits: DecodingLimits = DecodingLimits()) throws(DecodingError)
        -> ImageHeader
    {
        throw .empty
    }

    /// Decodes to an upright sRGB thumbnail.
    ///
    /// A strict request decodes the whole picture and fails on any warning, so a thumbnail made of it proves the bytes clean.
    public static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        throw .empty
    }
}
