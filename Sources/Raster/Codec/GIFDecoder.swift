internal import CGIF

/// Decodes the first frame of a GIF, on its canvas; what the frame leaves uncovered is transparent.
///
/// Strict, the blocks after the first frame must reach the trailer; they are walked over, not decoded.
enum GIFDecoder: ImageDecoder {
    static var format: ImageFormat { .gif }

    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        ImageHeader(format: .gif, size: try canvas(of: bytes, limits))
    }

    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let size = try canvas(of: bytes, request.limits)
        guard CGIF_load_library() else { throw .unsupported("GIF (libgif is not installed)") }
        var notes: [String] = []
        let bitmap = try unsafe bytes.withUnsafeBytes { bytes throws(DecodingError) in
            var reader = try unsafe GIFReader(bytes)
            let frame = try reader.readFrame(canvas: size)
            var builder = ThumbnailBuilder(size: size, layout: .rgba, orientation: .up, request: request)
            let rows = reader.readRows(of: frame, canvas: size, into: &builder)
            if rows < frame.height || !reader.skipRest() {
                let problem = reader.problem
                guard request.strictness == .lenient, rows > 0 else { throw .corrupt(.gif, reason: problem) }
                notes.append("GIF: \(problem); \(rows) of \(frame.height) rows are shown")
            }
            return builder.finish()
        }
        return Thumbnail(bitmap: bitmap, originalSize: size, format: .gif, notes: notes)
    }

    /// The logical screen, which follows the signature.
    ///
    /// - Source: GIF89a specification, 18 (Logical Screen Descriptor).
    private static func canvas(of bytes: RawSpan, _ limits: DecodingLimits) throws(DecodingError) -> PixelSize {
        guard let width = bytes.integer16(at: 6, isBigEndian: false),
            let height = bytes.integer16(at: 8, isBigEndian: false)
        else { throw .corrupt(.gif, reason: "no header") }
        guard width > 0, height > 0 else { throw .corrupt(.gif, reason: "the header says \(width)x\(height) pixels") }
        let size = PixelSize(width: Int(width), height: Int(height))
        guard size.area <= limits.maxPixels else { throw .tooManyPixels(size, limit: limits.maxPixels) }
        return size
    }
}
