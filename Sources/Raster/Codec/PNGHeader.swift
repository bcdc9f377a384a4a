/// What the first chunk of a PNG says.
struct PNGHeader: Equatable {
    /// What the samples of a pixel are.
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// Samples a pixel, as stored.
        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The depths the format allows, in bits a sample.
        var depths: [UInt8] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .grayAlpha, .rgb, .rgba: [8, 16]
            }
        }
    }

    /// Width and height, both from 1 to `maximumSide` pixels.
    let size: PixelSize
    /// Bits a sample.
    let bitDepth: UInt8
    /// What the samples of a pixel are.
    let colorType: ColorType
    /// Whether the rows come in the seven passes of Adam7.
    let isInterlaced: Bool

    /// The longest side that is decoded, in pixels.
    ///
    /// It bounds the memory of a row; libpng's own limit is the same.
    static let maximumSide = 1_000_000
    /// The length of the chunk's data, in bytes.
    static let length = 13

    /// The length of a row before it is filtered, in bytes.
    var rowLength: Int { (size.width * colorType.channels * Int(bitDepth) + 7) / 8 }

    /// Reads the chunk's data.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#11IHDR
    init(_ data: RawSpan, limits: DecodingLimits) throws(DecodingError) {
        guard data.byteCount == Self.length, let width = data.integer32(at: 0), let height = data.integer32(at: 4),
            let depth = data.byte(at: 8), let number = data.byte(at: 9), let compression = data.byte(at: 10),
            let filter = data.byte(at: 11), let interlace = data.byte(at: 12)
        else { throw .corrupt(.png, reason: "the header has \(data.byteCount) bytes, not \(Self.length)") }
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .corrupt(.png, reason: "the header says \(width)x\(height) pixels")
        }
        guard let type = ColorType(rawValue: number), type.depths.contains(depth) else {
            throw .corrupt(.png, reason: "no colour type \(number) of \(depth) bits")
        }
        guard compression == 0, filter == 0, interlace <= 1 else {
            throw .corrupt(.png, reason: "unknown compression, filter or interlace method")
        }
        size = PixelSize(width: Int(width), height: Int(height))
        (bitDepth, colorType, isInterlaced) = (depth, type, interlace == 1)
        guard size.area <= limits.maxPixels else { throw .tooManyPixels(size, limit: limits.maxPixels) }
        guard max(size.width, size.height) <= Self.maximumSide else {
            throw .tooComplex(.png, reason: "\(size) pixels, a side over \(Self.maximumSide)")
        }
    }
}
