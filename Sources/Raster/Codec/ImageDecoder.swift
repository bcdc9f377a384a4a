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
    /// The process that decoded it was stopped.
    case stopped(DecoderStop)
    /// Nothing was decoded: no process that can do no harm could be started; `reason` says what failed.
    case unprotected(reason: String)
    /// Decoding would take more memory than allowed; both in bytes, `needed` as estimated from the header.
    case tooMuchMemory(ImageFormat, needed: Int, allowed: Int)
}

extension DecodingError {
    /// Whether it says something of the picture, and not of the machine only.
    public var concernsPicture: Bool {
        switch self {
        case .unprotected: false
        case .stopped(let stop): stop.blamesPicture
        default: true
        }
    }
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

/// Decodes one format: the door that a codec implements.
///
/// The bytes begin as the format does. A decoder checks the limits before it takes memory, streams its rows into a
/// `ThumbnailBuilder`, and fails on any warning unless the request is lenient; then it tells the damage in the notes.
protocol ImageDecoder {
    /// What is decoded.
    static var format: ImageFormat { get }

    /// Reads what the header says, and refuses what is over the limits.
    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader

    /// Decodes to an upright sRGB thumbnail.
    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail
}

/// The door of the room: whatever the bytes are, a thumbnail or a typed error.
public enum ImageDecoders {
    /// Every decoder there is; a new format is one more line.
    private static var all: [any ImageDecoder.Type] {
        [JPEGDecoder.self, PNGDecoder.self, GIFDecoder.self, WebPDecoder.self]
    }

    /// Reads what the header says.
    public static func header(
        of bytes: RawSpan, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodingError) -> ImageHeader {
        try decoder(of: bytes, limits).header(of: bytes, limits: limits)
    }

    /// Decodes to an upright sRGB thumbnail.
    ///
    /// A strict request decodes the whole picture and fails on any warning, so a thumbnail made of it proves the
    /// bytes clean.
    public static func thumbnail(
        of bytes: RawSpan, _ request: ThumbnailRequest
    ) throws(DecodingError) -> Thumbnail {
        try decoder(of: bytes, request.limits).thumbnail(of: bytes, request)
    }

    private static func decoder(
        of bytes: RawSpan, _ limits: DecodingLimits
    ) throws(DecodingError) -> any ImageDecoder.Type {
        let format = try format(of: bytes, limits)
        guard let decoder = all.first(where: { $0.format == format }) else {
            throw .unsupported(format.rawValue.uppercased())
        }
        return decoder
    }

    /// Names the format of bytes by how they begin, where the limits allow it.
    static func format(of bytes: RawSpan, _ limits: DecodingLimits) throws(DecodingError) -> ImageFormat {
        if bytes.isEmpty { throw .empty }
        switch ImageSniffer.sniff(bytes) {
        case .format(let format):
            guard limits.formats.contains(format) else {
                let promised = limits.formats.map { $0.rawValue.uppercased() }.sorted().joined(separator: " or ")
                throw .unsupported("\(format.rawValue.uppercased()) under the name of \(promised)")
            }
            return format
        case .unsupported(let name): throw .unsupported(name)
        case .notAPicture(let found): throw .notAPicture(found: found)
        }
    }
}
