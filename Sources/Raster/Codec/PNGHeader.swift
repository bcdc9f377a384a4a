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

    /// Reads the chunk's data.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#11IHDR
    init(_ data: RawSpan, limits: DecodingLimits) throws(DecodingError) {
        guard data.byteCount == Self.length else {
            throw .corrupt(.png, reason: "the header has \(data.byteCount) bytes, not \(Self.length)")
        }
        let (width, height) = (Int(data.bigEndian32(at: 0)), Int(data.bigEndian32(at: 4)))
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .corrupt(.png, reason: "the header says \(width)x\(height) pixels")
        }
        size = PixelSize(width: width, height: height)
        bitDepth = data.byte(at: 8)
        guard let type = ColorType(rawValue: data.byte(at: 9)), type.depths.contains(bitDepth) else {
            throw .corrupt(.png, reason: "no colour type \(data.byte(at: 9)) of \(bitDepth) bits")
        }
        colorType = type
        guard data.byte(at: 10) == 0, data.byte(at: 11) == 0, data.byte(at: 12) <= 1 else {
            throw .corrupt(.png, reason: "unknown compression, filter or interlace method")
        }
        isInterlaced = data.byte(at: 12) == 1
        guard size.area <= limits.maxPixels else { throw .tooManyPixels(size, limit: limits.maxPixels) }
        guard max(width, height) <= Self.maximumSide else {
            throw .tooComplex(.png, reason: "\(size) pixels, a side over \(Self.maximumSide)")
        }
    }
}
