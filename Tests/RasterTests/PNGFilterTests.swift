import CResample
import Testing

@testable import Raster

@Suite struct PNGFilterTests {
    private static let levels = [CResample_portable, CResample_best_level()]

    @Test(arguments: levels, [(1, 1), (2, 3), (37, 5), (64, 4), (333, 3)])
    func `rows are the differences of the standard, of the filter with the smallest sum`(
        level: CResample_level, sides: (width: Int, height: Int)
    ) {
        for opaque in [false, true] {
            let channels = opaque ? 3 : 4
            let size = PixelSize(width: sides.width, height: sides.height)
            let bitmap = Bitmap(size: size, pixels: noise(size.area * 4))
            let rows = PNGFilter.filteredRows(of: bitmap, opaque: opaque, level: level)
            #expect(rows == plainRows(of: bitmap, channels: channels))
        }
    }

    @Test func `a row that repeats is all zeros behind Up`() {
        let row = noise(5 * 4)
        let bitmap = Bitmap(size: PixelSize(width: 5, height: 2), pixels: row + row)
        #expect(PNGFilter.filteredRows(of: bitmap, opaque: false).suffix(21) == [2] + [UInt8](repeating: 0, count: 20))
    }

    /// As the standard says it, byte by byte.
    private func plainRows(of bitmap: Bitmap, channels: Int) -> [UInt8] {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        func sample(_ index: Int, _ y: Int) -> Int {
            guard index >= 0, y >= 0 else { return 0 }
            return Int(bitmap.pixels[(y * width + index / channels) * 4 + index % channels])
        }
        func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
            let estimate = left + above - corner
            let distances = [left, above, corner].map { abs(estimate - $0) }
            return distances[0] <= distances[1] && distances[0] <= distances[2]
                ? left : distances[1] <= distances[2] ? above : corner
        }
        return (0..<height).flatMap { y -> [UInt8] in
            let candidates = (1...4).map { kind in
                [UInt8(kind)]
                    + (0..<width * channels).map { index in
                        let (left, above) = (sample(index - channels, y), sample(index, y - 1))
                        let guess =
                            switch kind {
                            case 1: left
                            case 2: above
                            case 3: (left + above) / 2
                            default: paeth(left, above, sample(index - channels, y - 1))
                            }
                        return UInt8(truncatingIfNeeded: sample(index, y) - guess)
                    }
            }
            func sum(_ row: [UInt8]) -> Int { row.dropFirst().reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) } }
            return candidates.min { sum($0) < sum($1) } ?? []
        }
    }
}
