import CResample
import Testing

@testable import Raster

@Suite struct ResamplerTests {
    @Test func `the result is these numbers on every machine`() {
        let samples = (0..<12).map { [10, 200, 30, 240][$0 % 4] + $0 }
        let row = scale([samples], to: PixelSize(width: 5, height: 1)).map { Int($0) }
        #expect(row == Self.fixedRow)
    }

    @Test(arguments: [(64, 7), (100, 33), (37, 36), (500, 8), (9, 3), (1, 1)])
    func `every instruction set gives the same bits`(_ source: Int, _ target: Int) {
        let rows = (0..<source).map { row in noise(source + 5, seed: UInt32(row)).map { Int($0) } }
        let size = PixelSize(width: target + 3, height: target)
        let portable = scale(rows, to: size, level: CResample_portable)
        #expect(scale(rows, to: size, level: CResample_best_level()) == portable)

        for model in [CResample_gray, CResample_rgb, CResample_ycc, CResample_cmyk, CResample_ycck] {
            let planes = zip(noise(4 * 77), noise(4 * 77, seed: 9)).map { Int16($0) * 64 + Int16($1) * 64 - 8000 }
            var (first, second) = ([UInt8](repeating: 0, count: 77 * 4), [UInt8](repeating: 1, count: 77 * 4))
            unsafe CResample_pack_pixels(CResample_portable, model, planes, &first, 77)
            unsafe CResample_pack_pixels(CResample_best_level(), model, planes, &second, 77)
            #expect(first == second)
        }
    }

    @Test func `overshoot beside an edge is kept alike until it is rounded`() {
        let rows = (0..<40).map { row in (0..<64).map { ($0 / 16 + row / 20) % 2 == 0 ? 0 : 255 } }
        let size = PixelSize(width: 21, height: 13)
        let portable = scale(rows, to: size, level: CResample_portable)
        #expect(scale(rows, to: size, level: CResample_best_level()) == portable)
        #expect(portable.contains { $0 < 0 } && portable.contains { $0 > 255 << 6 })
    }

    @Test func `only the rows of a window are kept`() {
        let columns = FilterTable(sampleCount: 4000, offset: 0, length: 4000, targetCount: 100)
        #expect(columns.longest <= 6 * 40 + 1)
    }

    @Test func `weights add up to one, at any scale and offset`() {
        for count in [1, 2, 7, 50, 333] {
            for target in [1, 2, 5, 50, 64] {
                for offset in [0.0, 0.25, 3.7] {
                    for doubled in [nil, count * 2 - 1, count * 2] {
                        let table = FilterTable(
                            sampleCount: count, offset: offset, length: Double(count), targetCount: target,
                            doubledCount: doubled)
                        for index in 0..<target {
                            let weights = table.weights[index * table.taps..<(index + 1) * table.taps]
                            #expect(weights.reduce(0) { $0 + Int($1) } == FilterTable.one)
                            #expect(table.end(index) <= count)
                        }
                    }
                }
            }
        }
    }

    @Test func `doubled samples weigh as if they had been doubled first`() {
        let samples = [10, 60, 200, 90, 90, 30, 250, 0]
        // Each is doubled with a quarter of its neighbour's weight, as JPEG decoders do.
        var doubled: [Int] = []
        for index in samples.indices {
            let (left, right) = (samples[max(index - 1, 0)], samples[min(index + 1, 7)])
            doubled += [(samples[index] * 3 + left + 2) / 4, (samples[index] * 3 + right + 2) / 4]
        }
        let target = PixelSize(width: 5, height: 1)
        let whole = scale([doubled], to: target)
        let folded = scale([samples], to: target, doubledCount: 16)
        for (first, second) in zip(whole, folded) { #expect(abs(Int(first) - Int(second)) < 64) }
    }

    /// What floating-point lanczos3 gives, times 64 and rounded.
    private static let fixedRow = [6301, 8346, 7947, 7880, 9553]

    private func scale(
        _ rows: [[Int]], to target: PixelSize, doubledCount: Int? = nil,
        level: CResample_level = CResample_best_level()
    ) -> [Int16] {
        let width = rows[0].count
        var resampler = Resampler(
            columns: FilterTable(
                sampleCount: width, offset: 0, length: Double(width), targetCount: target.width,
                doubledCount: doubledCount),
            rows: FilterTable(
                sampleCount: rows.count, offset: 0, length: Double(rows.count), targetCount: target.height),
            channels: 1, scale: .byte, level: level)
        var result: [Int16] = []
        var line = [Int16](repeating: 0, count: target.width)
        for row in rows {
            unsafe resampler.takeRow { planes, _ in
                for (index, sample) in row.enumerated() { unsafe planes[index] = Int16(sample) }
            }
            while resampler.hasRow {
                resampler.makeRow(into: &line)
                result += line
            }
        }
        return result
    }
}
