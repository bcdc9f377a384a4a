internal import CResample

/// Writes a bitmap as an 8-bit sRGB PNG.
public enum PNGEncoder {
    /// Writes RGBA, or RGB where every pixel is opaque; an sRGB chunk, then `text` in order; no EXIF.
    ///
    /// Filter and level are chosen for speed at a size near the best; docs/benchmarks.md has the figures.
    ///
    /// - Parameters:
    ///   - bitmap: the picture.
    ///   - text: keys of 1 to 79 printable Latin-1 characters with their values: tEXt where the value is Latin-1, else
    ///     iTXt. NUL, which neither can hold, is left out of values.
    ///   - keepsAlpha: whether an opaque picture is written as RGBA too, for readers that want no other.
    /// - Returns: the file's bytes.
    /// - Source: https://www.w3.org/TR/png-3/
    public static func encode(_ bitmap: Bitmap, text: [(key: String, value: String)] = [], keepsAlpha: Bool = false)
        -> [UInt8]
    {
        let opaque = !keepsAlpha && bitmap.isOpaque
        var file = PNGChunkWriter()
        file.append(.IHDR) { data in
            data.append(bigEndian: UInt32(bitmap.size.width))
            data.append(bigEndian: UInt32(bitmap.size.height))
            data += [8, opaque ? 2 : 6, 0, 0, 0]
        }
        // Rendering intent: perceptual, what photographs are meant for.
        file.append(.sRGB) { $0.append(0) }
        for (key, value) in text { file.append(key: key, value: value) }
        // Of a drawing the compressor finds more as it is than as differences, and finds it at once.
        let isDrawing = bitmap.isDrawing
        let rows =
            isDrawing
            ? PNGFilter.plainRows(of: bitmap, opaque: opaque) : PNGFilter.filteredRows(of: bitmap, opaque: opaque)
        let stream = Deflater(level: isDrawing ? drawingLevel : photoLevel).zlibStream(of: rows)
        file.append(.IDAT) { $0 += stream }
        file.append(.IEND) { _ in }
        return file.bytes
    }

    // libdeflate's levels.
    private static let photoLevel = 4
    private static let drawingLevel = 1
}

extension Bitmap {
    /// Whether every pixel is opaque.
    var isOpaque: Bool {
        var conjunction: UInt8 = 255
        for index in stride(from: 3, to: pixels.count, by: 4) { conjunction &= pixels[index] }
        return conjunction == 255
    }

    /// Whether it is drawn rather than taken: three pixels of four repeat their neighbour.
    fileprivate var isDrawing: Bool {
        let count = size.width * size.height
        return unsafe CResample_count_repeats(pixels, count) > count / 4 * 3
    }
}
