import CPNG
import Testing

@testable import Raster

@Suite struct PNGUnfilterTests {
    @Test(arguments: [CPNG_portable, CPNG_best_level()], 1...4)
    func `every filter is undone as the format says, on every level`(level: CPNG_level, pixel: Int) {
        for (width, height) in [(1, 1), (1, 5), (2, 2), (3, 4), (17, 9), (64, 6)] {
            for seed in 1...20 as ClosedRange<UInt32> {
                let length = width * pixel
                var rows = noise((length + 1) * height + 3, seed: seed &* 77 &+ UInt32(width))
                for row in 0..<height { rows[row * (length + 1)] %= 5 }
                let expected = undone(rows, height, length, pixel)
                let count = unsafe CPNG_unfilter_rows(
                    level, &rows, height, [UInt8](repeating: 0, count: length + 3), length, pixel)
                #expect(count == height)
                #expect(rows == expected)
            }
        }
    }

    @Test func `an unknown filter ends the work`() {
        var rows: [UInt8] = [4, 1, 4, 1, 5, 1, 4, 1, 0, 0, 0]
        #expect(unsafe CPNG_unfilter_rows(CPNG_best_level(), &rows, 4, [0, 0, 0, 0], 1, 1) == 2)
    }

    /// The format's text, byte by byte.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#9Filters
    private func undone(_ rows: [UInt8], _ height: Int, _ length: Int, _ pixel: Int) -> [UInt8] {
        var rows = rows
        for row in 0..<height {
            let start = row * (length + 1) + 1
            for x in 0..<length {
                let left = x >= pixel ? Int(rows[start + x - pixel]) : 0
                let above = row > 0 ? Int(rows[start - length - 1 + x]) : 0
                let corner = row > 0 && x >= pixel ? Int(rows[start - length - 1 + x - pixel]) : 0
                let estimate = left + above - corner
                let distances = [left, above, corner].map { abs(estimate - $0) }
                let paeth =
                    distances[0] <= distances[1] && distances[0] <= distances[2]
                    ? left : distances[1] <= distances[2] ? above : corner
                let prediction = [0, left, above, (left + above) / 2, paeth][Int(rows[start - 1])]
                rows[start + x] &+= UInt8(prediction)
            }
        }
        return rows
    }
}
