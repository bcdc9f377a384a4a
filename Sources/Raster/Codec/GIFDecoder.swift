internal import CGIF

/// Decodes the first frame of a GIF, on its canvas; what the frame leaves uncovered is transparent.
///
/// Strict, the blocks after the first frame must reach the trailer; they are walked over, not decoded.
enum GIFDecoder: ImageDecoder {
    static var format: ImageFormat { .gif }

    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        ImageHeader(format: .gif, size: try GIFStructure(of: bytes, limits: limits).canvas)
    }

    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let structure = try GIFStructure(of: bytes, limits: request.limits)
        let geometry = ThumbnailGeometry(coded: structure.canvas, orientation: .up, request: request)
        try memory(for: structure, geometry, fileLength: bytes.byteCount, request.limits).check()
        guard CGIF_load_library() else { throw .unsupported("GIF (libgif is not installed)") }
        var notes: [String] = []
        let bitmap = try unsafe structure.head(in: bytes).withUnsafeBufferPointer { head throws(DecodingError) in
            try unsafe bytes.extracting(structure.rest).withUnsafeBytes { rest throws(DecodingError) in
                var reader = try unsafe GIFReader(head, rest)
                let frame = try reader.readFrame(structure)
                var builder = ThumbnailBuilder(
                    size: structure.canvas, layout: .rgba, orientation: .up, geometry: geometry)
                let rows = reader.readRows(of: frame, canvas: structure.canvas, into: &builder)
                if let problem = rows < frame.height ? reader.problem : structure.damage {
                    guard request.strictness == .lenient, rows > 0 else { throw .corrupt(.gif, reason: problem) }
                    notes.append("GIF: \(problem); \(rows) of \(frame.height) rows are shown")
                }
                return builder.finish()
            }
        }
        return Thumbnail(bitmap: bitmap, originalSize: structure.canvas, format: .gif, notes: notes)
    }

    /// What decoding takes: rows of the canvas, and all of a frame whose rows come out of order.
    private static func memory(
        for structure: GIFStructure, _ geometry: ThumbnailGeometry, fileLength: Int, _ limits: DecodingLimits
    ) -> DecodingMemory {
        var memory = DecodingMemory(.gif, limits: limits, fileLength: fileLength)
        memory.add(structure.canvas.width, times: 12)
        memory.add(structure.frame.height, times: 9)
        if structure.isInterlaced { memory.add(structure.frame.area) }
        memory.addThumbnail(from: structure.canvas, geometry, channels: 4)
        return memory
    }
}
