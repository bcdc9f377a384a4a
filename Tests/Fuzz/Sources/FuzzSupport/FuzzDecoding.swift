import Raster

/// Decodes a file as every caller would, and holds what comes out against what the door promises.
///
/// - Parameters:
///   - file: what was made up.
///   - fits: the fits to try; one where the format is not what is fuzzed.
public func fuzzDecoding(_ file: [UInt8], fits: [Fit] = Fit.allCases) {
    let limits = DecodingLimits(maxPixels: 1 << 18, memory: 2_500_000)
    let box = PixelSize(width: 24, height: 16)
    for strictness in [Strictness.strict, .lenient, .trusted] {
        for fit in fits {
            let request = ThumbnailRequest(box: box, fit: fit, limits: limits, strictness: strictness)
            guard let thumbnail = decode(file, request) else { break }
            let size = thumbnail.bitmap.size
            precondition(size.width <= box.width && size.height <= box.height, "larger than the box")
            precondition(thumbnail.originalSize.area <= limits.maxPixels, "larger than the limit")
            precondition(
                strictness == .lenient || !thumbnail.notes.contains { $0.contains("rows are shown") }, "damage")
            let header = header(file, limits)
            precondition(header?.size == thumbnail.originalSize, "the header says something else")
        }
    }
}

private func decode(_ file: [UInt8], _ request: ThumbnailRequest) -> Thumbnail? {
    try? ImageDecoders.thumbnail(of: file.span.bytes, request)
}

private func header(_ file: [UInt8], _ limits: DecodingLimits) -> ImageHeader? {
    try? ImageDecoders.header(of: file.span.bytes, limits: limits)
}
