import Testing

@testable import Raster

/// A PNG made chunk by chunk, so that a test can break it where it wants.
struct PNGFile {
    var chunks: [(kind: PNGChunk.Kind, data: [UInt8])]

    /// A picture of raw rows: each a filter's number, then packed samples.
    init(
        width: Int, height: Int, depth: UInt8 = 8, type: PNGHeader.ColorType = .rgb, interlaced: Bool = false,
        rows: [UInt8], before: [(kind: PNGChunk.Kind, data: [UInt8])] = []
    ) {
        var header: [UInt8] = []
        header.append(bigEndian: UInt32(width))
        header.append(bigEndian: UInt32(height))
        header += [depth, type.rawValue, 0, 0, interlaced ? 1 : 0]
        chunks = [(.IHDR, header)] + before + [(.IDAT, Deflater(level: 1).zlibStream(of: rows)), (.IEND, [])]
    }

    /// The file.
    var bytes: [UInt8] {
        var writer = PNGChunkWriter()
        for chunk in chunks { writer.append(chunk.kind) { $0 += chunk.data } }
        return writer.bytes
    }

    /// Where the data of the first chunk of a kind start in `bytes`.
    func offset(of kind: PNGChunk.Kind) -> Int {
        8 + chunks.prefix { $0.kind != kind }.reduce(0) { $0 + $1.data.count + 12 } + 8
    }
}

/// Decodes at full size.
func decode(
    _ file: [UInt8], _ strictness: Strictness = .strict, limits: DecodingLimits = DecodingLimits()
) throws(DecodingError) -> Thumbnail {
    let box = PixelSize(width: 4096, height: 4096)
    return try unsafe ImageDecoders.thumbnail(
        of: file.span.bytes, ThumbnailRequest(box: box, limits: limits, strictness: strictness))
}

/// Expects that a file decodes within the memory that its error names, and not within a byte less.
func expectBorder(
    of file: [UInt8], box: PixelSize = PixelSize(width: 64, height: 64),
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var request = ThumbnailRequest(box: box, limits: DecodingLimits(memory: 1))
    func decode() throws(DecodingError) -> Thumbnail { try ImageDecoders.thumbnail(of: file, request) }
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) { try decode() }
    guard case .tooMuchMemory(let format, let needed, allowed: 1)? = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
    }
    request.limits.memory = needed - 1
    #expect(
        throws: DecodingError.tooMuchMemory(format, needed: needed, allowed: needed - 1),
        sourceLocation: sourceLocation
    ) { try decode() }
    request.limits.memory = needed
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try decode() }
}
