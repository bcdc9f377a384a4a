internal import CResample

/// The filters of the PNG format, as an encoder uses them: each row becomes differences that compress well.
enum PNGFilter {
    /// Every row of a bitmap as it is, behind the number of the filter None, as RGB (`opaque`) or RGBA.
    static func plainRows(of bitmap: Bitmap, opaque: Bool) -> [UInt8] {
        let channels = opaque ? 3 : 4
        let width = bitmap.size.width * channels
        var out: [UInt8] = []
        out.reserveCapacity((width + 1) * bitmap.size.height)
        var row = [UInt8](repeating: 0, count: channels + width)
        for y in 0..<bitmap.size.height {
            copy(bitmap.pixels, row: y, width: bitmap.size.width, channels: channels, into: &row)
            out.append(0)
            out += row[channels...]
        }
        return out
    }

    /// Every row of a bitmap behind its filter's number, as RGB (`opaque`) or RGBA.
    ///
    /// Of Sub, Up, Average and Paeth a row gets the one with the smallest sum of absolute differences, of equals the first.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#9Filters
    static func filteredRows(
        of bitmap: Bitmap, opaque: Bool, level: CResample_level = CResample_best_level()
    ) -> [UInt8] {
        let channels = opaque ? 3 : 4
        let width = bitmap.size.width * channels
        var out: [UInt8] = []
        out.reserveCapacity((width + 1) * bitmap.size.height)
        // A pixel of zeros stands to the left of each row, so that the filters need no case for the first.
        var row = [UInt8](repeating: 0, count: channels + width)
        var above = row
        var candidates = [UInt8](repeating: 0, count: Int(CResample_png_filters) * width)
        var sums = [UInt64](repeating: 0, count: Int(CResample_png_filters))
        for y in 0..<bitmap.size.height {
            swap(&row, &above)
            copy(bitmap.pixels, row: y, width: bitmap.size.width, channels: channels, into: &row)
            if y > 0, row == above {
                // Drawn pictures have many such rows.
                out.append(upFilter)
                out.append(contentsOf: repeatElement(0, count: width))
                continue
            }
            unsafe CResample_filter_png(level, row, above, channels, width, &candidates, &sums)
            let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
            out.append(UInt8(best + 1))
            out.append(contentsOf: candidates[best * width..<(best + 1) * width])
        }
        return out
    }

    // None is 0; the others follow in the order in which they are tried.
    private static let upFilter: UInt8 = 2

    private static func copy(_ pixels: [UInt8], row: Int, width: Int, channels: Int, into target: inout [UInt8]) {
        precondition(pixels.count >= (row + 1) * width * 4 && target.count == (width + 1) * channels)
        let start = row * width * 4
        guard channels == 3 else {
            target.replaceSubrange(channels..., with: pixels[start..<start + width * 4])
            return
        }
        unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe target.withUnsafeMutableBufferPointer { target in
                guard let source = pixels.baseAddress, let destination = target.baseAddress else { return }
                unsafe CResample_drop_alpha(source + start, destination + channels, width)
            }
        }
    }
}
