internal import CJPEG

/// A JPEG file being decoded by libjpeg: owns the codec's state and turns its failures into typed errors.
@safe struct JPEGSource: ~Copyable {
    /// How many blocks all scans together may go over: ten times what a progressive picture of the largest size needs, and
    /// less than two seconds' work.
    static let blockLimit: UInt64 = 100_000_000

    private let decoder: OpaquePointer

    /// Prepares to read stretches of a file, one after the other; file and stretches must outlive the source.
    init(
        _ bytes: UnsafeRawBufferPointer, ranges: UnsafeBufferPointer<CJPEG_range>, isStrict: Bool,
        limits: DecodingLimits
    ) throws(DecodingError) {
        guard CJPEG_load_library() else { throw .unsupported("JPEG (libjpeg-turbo is not installed)") }
        guard
            let decoder = unsafe CJPEG_decoder_create(
                bytes.assumingMemoryBound(to: UInt8.self).baseAddress, ranges.baseAddress, ranges.count,
                isStrict ? 1 : 0, max(limits.memory, 1), Int32(clamping: limits.maxScans),
                Self.blockLimit)
        else { throw .tooComplex(.jpeg, reason: "no memory for a decoder") }
        unsafe self.decoder = decoder
    }

    deinit { unsafe CJPEG_decoder_destroy(decoder) }

    /// Reads up to the first scan.
    mutating func readHeader() throws(DecodingError) -> CJPEG_header {
        var header = CJPEG_header()
        try unsafe Self.check(CJPEG_decoder_read_header(decoder, &header), decoder)
        return header
    }

    /// libjpeg's word for the first damage it painted over; `nil` where there was none.
    var warning: String? {
        let message = unsafe String(cString: CJPEG_decoder_message(decoder))
        return message.isEmpty ? nil : message
    }

    /// Prepares to read RGBA rows at full size.
    mutating func startRows() throws(DecodingError) {
        try unsafe Self.check(CJPEG_decoder_start_rows(decoder), decoder)
    }

    /// Reads the next RGBA row.
    mutating func readRow(into row: inout [UInt8]) throws(DecodingError) {
        try unsafe Self.check(CJPEG_decoder_read_row(decoder, &row), decoder)
    }

    /// Prepares to read a plane a component, scaled down to so many eighths, and describes them.
    ///
    /// Smoothing guesses what scans that never came would have said.
    mutating func startPlanes(eighths: Int, isSmoothed: Bool, components: Int) throws(DecodingError) -> [CJPEG_plane] {
        var planes = [CJPEG_plane](repeating: CJPEG_plane(), count: max(components, 4))
        try unsafe Self.check(CJPEG_decoder_start_planes(decoder, Int32(eighths), isSmoothed ? 1 : 0, &planes), decoder)
        return Array(planes[..<components])
    }

    /// Reads the next rows of every plane, one plane after the other, into a buffer as large as they were described.
    mutating func readPlanes(into samples: inout [UInt8]) throws(DecodingError) {
        try unsafe Self.check(CJPEG_decoder_read_planes(decoder, &samples), decoder)
    }

    /// Reads on to the end of the picture.
    mutating func finish() throws(DecodingError) { try unsafe Self.check(CJPEG_decoder_finish(decoder), decoder) }

    private static func check(_ status: CJPEG_status, _ decoder: OpaquePointer) throws(DecodingError) {
        if status == CJPEG_ok { return }
        let reason = unsafe String(cString: CJPEG_decoder_message(decoder))
        switch status {
        case CJPEG_unsupported: throw .unsupported("JPEG: \(reason)")
        case CJPEG_too_complex: throw .tooComplex(.jpeg, reason: reason)
        default: throw .corrupt(.jpeg, reason: reason)
        }
    }
}
