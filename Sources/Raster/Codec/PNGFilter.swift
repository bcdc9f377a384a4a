/// The filters of the PNG format, as an encoder uses them: each row becomes differences that compress well.
enum PNGFilter {
    /// Every row of a bitmap behind its filter's number, as RGB (`opaque`) or RGBA.
    ///
    /// Of Sub, Up, Average and Paeth a row gets the one with the smallest sum of absolute differences.
    static func filteredRows(of bitmap: Bitmap, opaque: Bool) -> [UInt8] {
        let channels = opaque ? 3 : 4
        let width = bitmap.size.width * channels
        var out: [UInt8] = []
        out.reserveCapacity((width + 1) * bitmap.size.height)
        // A pixel of zeros stands to the left of each row, so that the filters need no case for the first.
        var row = [UInt8](repeating: 0, count: channels + width)
        var above = row
        var candidate = [UInt8](repeating: 0, count: width)
        var best = candidate
        for y in 0..<bitmap.size.height {
            swap(&row, &above)
            copy(bitmap.pixels, row: y, width: bitmap.size.width, channels: channels, into: &row)
            if y > 0, row == above {
                // Drawn pictures have many such rows.
                out.append(Kind.up.rawValue)
                out.append(contentsOf: repeatElement(0, count: width))
                continue
            }
            var bestSum = Int.max
            var bestKind = Kind.sub
            for kind in Kind.allCases {
                let sum = apply(kind, to: row, above: above, channels: channels, into: &candidate)
                if sum < bestSum {
                    (bestSum, bestKind) = (sum, kind)
                    swap(&best, &candidate)
                }
            }
            out.append(bestKind.rawValue)
            out.append(contentsOf: best)
        }
        return out
    }

    /// The filters that are tried; None, which suits palettes, is not.
    private enum Kind: UInt8, CaseIterable {
        case sub = 1, up, average, paeth
    }

    private static func copy(_ pixels: [UInt8], row: Int, width: Int, channels: Int, into target: inout [UInt8]) {
        let start = row * width * 4
        if channels == 4 {
            target.replaceSubrange(4..., with: pixels[start..<start + width * 4])
        } else {
            for x in 0..<width {
                for channel in 0..<3 { target[3 + x * 3 + channel] = pixels[start + x * 4 + channel] }
            }
        }
    }

    /// Writes the differences and returns the sum of their absolute values.
    private static func apply(
        _ kind: Kind, to row: [UInt8], above: [UInt8], channels: Int, into out: inout [UInt8]
    ) -> Int {
        let (row, above, left) = (row.span, above.span, channels)
        var out = out.mutableSpan
        switch kind {
        case .sub: return each(&out) { row[$0 + left] &- row[$0] }
        case .up: return each(&out) { row[$0 + left] &- above[$0 + left] }
        case .average:
            return each(&out) { row[$0 + left] &- UInt8((UInt16(row[$0]) + UInt16(above[$0 + left])) / 2) }
        case .paeth: return each(&out) { row[$0 + left] &- paeth(row[$0], above[$0 + left], above[$0]) }
        }
    }

    @inline(__always)
    private static func each(_ out: inout MutableSpan<UInt8>, _ difference: (Int) -> UInt8) -> Int {
        var sum = 0
        for index in out.indices {
            let value = difference(index)
            out[index] = value
            sum += Int(Int8(bitPattern: value).magnitude)
        }
        return sum
    }

    /// The neighbour (left, above, above left) that is nearest to left + above - above left.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#9Filter-type-4-Paeth
    @inline(__always)
    private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
        let (toLeft, toAbove, toCorner) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        if toLeft <= toAbove && toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }
}
