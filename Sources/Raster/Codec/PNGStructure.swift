/// Where the chunks of a PNG lie that matter here, and what is wrong with any.
///
/// The walk reads no chunk but the first and takes no memory for any, so that none can be a bomb.
struct PNGStructure {
    /// What the first chunk says.
    let header: PNGHeader
    /// The palette's entries, three bytes each.
    private(set) var palette: Range<Int>?
    /// What makes pixels transparent.
    private(set) var transparency: Range<Int>?
    /// The pieces of the compressed picture, in order; no piece is empty.
    private(set) var imageData: [Range<Int>] = []
    /// The colour profile: its name, how it is compressed, and itself.
    private(set) var profile: Range<Int>?
    /// The colour space, by numbers.
    private(set) var codedColor: Range<Int>?
    /// Whether the samples are said to be sRGB.
    private(set) var isSRGB = false
    /// The EXIF data, wherever they stand.
    private(set) var exif: Range<Int>?
    /// What a strict reader refuses, in order.
    private(set) var damage: [String] = []

    /// More chunks than this are no picture's.
    private static let maximumChunks = 1 << 17
    /// More findings than this are not told.
    private static let maximumDamage = 8

    /// Walks over the chunks of a file that begins with the signature.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - limits: what the header is held against.
    ///   - verifiesPicture: whether the checksums of the picture's data are computed; those of other chunks always are.
    /// - Throws: `DecodingError` where no picture can come of it, however lenient the reader.
    /// - Source: https://www.w3.org/TR/png-3/#5Chunk-layout
    init(of bytes: RawSpan, limits: DecodingLimits, verifiesPicture: Bool) throws(DecodingError) {
        var walk = Walk(offset: PNGChunk.signature.count)
        guard let first = walk.next(in: bytes), first.kind == .IHDR, let checksum = first.checksum else {
            throw .corrupt(.png, reason: "no header")
        }
        guard checksum == PNGChecksum.crc32(bytes.extracting(first.checked)) else {
            throw .corrupt(.png, reason: "the header's checksum is wrong")
        }
        header = try PNGHeader(bytes.extracting(first.data), limits: limits)
        while let chunk = walk.next(in: bytes) {
            guard walk.count <= Self.maximumChunks else {
                throw .tooComplex(.png, reason: "more than \(Self.maximumChunks) chunks")
            }
            guard chunk.kind.isWellFormed else {
                report("\(chunk.kind) is no chunk")
                break
            }
            guard let checksum = chunk.checksum else {
                report("the file ends within \(chunk.kind)")
                if chunk.kind == .IDAT, !chunk.data.isEmpty { imageData.append(chunk.data) }
                break
            }
            if verifiesPicture || chunk.kind != .IDAT,
                checksum != PNGChecksum.crc32(bytes.extracting(chunk.checked))
            {
                report("the checksum of \(chunk.kind) is wrong")
                if !chunk.kind.isCritical { continue }
            }
            if chunk.kind == .IEND {
                walk.hasEnded = true
                break
            }
            try take(chunk, after: walk.previous)
        }
        if !walk.hasEnded, damage.isEmpty { report("the file ends before IEND") }
        guard !imageData.isEmpty else { throw .corrupt(.png, reason: damage.first ?? "no picture data") }
        if header.colorType == .palette, palette == nil { throw .corrupt(.png, reason: "no palette") }
    }

    /// The range of a chunk, given that of its data.
    static func chunk(around data: Range<Int>) -> Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }

    private mutating func take(_ chunk: Walk.Chunk, after previous: PNGChunk.Kind) throws(DecodingError) {
        switch chunk.kind {
        case .IHDR: throw .corrupt(.png, reason: "a second header")
        case .PLTE: try takePalette(chunk.data)
        case .tRNS: takeTransparency(chunk.data)
        case .IDAT:
            if previous != .IDAT, !imageData.isEmpty { report("the picture data are interrupted by \(previous)") }
            if !chunk.data.isEmpty { imageData.append(chunk.data) }
        case .iCCP where imageData.isEmpty && profile == nil: profile = chunk.data
        case .cICP where imageData.isEmpty && codedColor == nil: codedColor = chunk.data
        case .sRGB where imageData.isEmpty: isSRGB = true
        case .eXIf where exif == nil: exif = chunk.data
        case let kind where kind.isCritical: throw .unsupported("PNG with the chunk \(kind)")
        default: break
        }
    }

    /// Palettes of other pictures are suggestions to a painter and left alone.
    private mutating func takePalette(_ data: Range<Int>) throws(DecodingError) {
        guard header.colorType == .palette else { return }
        guard palette == nil, imageData.isEmpty, data.count % 3 == 0, 1...256 ~= data.count / 3 else {
            throw .corrupt(.png, reason: "a palette of \(data.count) bytes, or a second or late one")
        }
        palette = data
    }

    private mutating func takeTransparency(_ data: Range<Int>) {
        let fits =
            switch header.colorType {
            case .gray: data.count == 2
            case .rgb: data.count == 6
            case .palette: palette.map { 1...$0.count / 3 ~= data.count } ?? false
            case .grayAlpha, .rgba: false
            }
        guard fits, transparency == nil, imageData.isEmpty else {
            return report("tRNS of \(data.count) bytes does not fit")
        }
        transparency = data
    }

    private mutating func report(_ finding: String) {
        if damage.count < Self.maximumDamage { damage.append(finding) }
    }

    /// A place in the row of chunks.
    private struct Walk {
        struct Chunk {
            let kind: PNGChunk.Kind
            /// As much of the data as the file has.
            let data: Range<Int>
            /// The checksum in the file; `nil` where the file ends before it.
            let checksum: UInt32?
            /// What the checksum is of.
            var checked: Range<Int> { data.lowerBound - 4..<data.upperBound }
        }

        var offset: Int
        var count = 0
        var kind = PNGChunk.Kind.IHDR
        var previous = PNGChunk.Kind.IHDR
        var hasEnded = false

        /// The next chunk; `nil` where the file has no room for its length and kind.
        mutating func next(in bytes: RawSpan) -> Chunk? {
            guard let length = bytes.integer32(at: offset), let letters = bytes.integer32(at: offset + 4) else {
                return nil
            }
            let start = offset + 8
            let end = start + Int(length)
            previous = kind
            kind = PNGChunk.Kind(rawValue: letters)
            count += 1
            offset = end + 4
            return Chunk(
                kind: kind, data: start..<min(end, bytes.byteCount), checksum: bytes.integer32(at: end))
        }
    }
}
