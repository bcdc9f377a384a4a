internal import CPNG

/// Reads the rows of a PNG through libpng, which sees only the chunks that make the picture.
@safe struct LibPNGReader: ~Copyable {
    private let handle: OpaquePointer
    /// What a row holds; 8 bits a sample.
    let layout: SampleLayout
    /// How many times all rows are read: 7 for an interlaced picture.
    let passes: Int
    /// The length of a row, in bytes.
    let rowLength: Int

    /// Starts to read.
    ///
    /// - Parameters:
    ///   - file: the whole file; it must outlive the reader.
    ///   - slices: what libpng sees of it; they must outlive the reader.
    ///   - width: pixels a row, as the header says.
    ///   - lenient: whether the zlib checksum is ignored.
    ///   - separatesPasses: whether the rows of an interlaced picture come as they are stored, pass by pass.
    /// - Throws: `DecodingError` where libpng refuses what comes before the rows.
    init(
        file: UnsafeRawBufferPointer, slices: UnsafeBufferPointer<CPNG_Slice>, width: Int, lenient: Bool,
        separatesPasses: Bool
    ) throws(DecodingError) {
        guard CPNG_load_library() else { throw .unsupported("this kind of PNG (libpng is not installed)") }
        guard
            let handle = unsafe CPNG_create_reader(
                file.baseAddress?.assumingMemoryBound(to: UInt8.self), slices.baseAddress, slices.count)
        else { throw .tooComplex(.png, reason: "no memory for the decoder") }
        guard unsafe CPNG_start_reader(handle, lenient, separatesPasses) else {
            let reason = unsafe String(cString: CPNG_get_problem(handle))
            unsafe CPNG_destroy_reader(handle)
            throw .corrupt(.png, reason: reason)
        }
        unsafe self.handle = handle
        passes = unsafe Int(CPNG_get_passes(handle))
        layout =
            switch unsafe CPNG_get_channels(handle) {
            case 1: .gray
            case 2: .grayAlpha
            case 3: .rgb
            default: .rgba
            }
        rowLength = width * layout.channels
    }

    deinit { unsafe CPNG_destroy_reader(handle) }

    /// What libpng found wrong so far; `nil` where all is well.
    var problem: String? {
        let text = unsafe String(cString: CPNG_get_problem(handle))
        return text.isEmpty ? nil : text
    }

    /// Reads the next row; in the passes after the first, onto what the row holds already.
    ///
    /// - Parameters:
    ///   - pixels: where the row goes.
    ///   - offset: the row's start in `pixels`, which holds `rowLength` bytes from there on.
    /// - Returns: `false` where the picture is damaged here; `problem` says how.
    mutating func readRow(into pixels: inout [UInt8], at offset: Int) -> Bool {
        precondition(offset >= 0 && pixels.count - offset >= rowLength)
        return unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return false }
            return unsafe CPNG_read_row(handle, base + offset)
        }
    }
}
