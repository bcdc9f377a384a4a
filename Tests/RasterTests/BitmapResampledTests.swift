import Testing

@testable import Raster

@Suite struct BitmapResampledTests {
    private func letters(_ rows: [String]) -> Bitmap {
        let colors: [Character: [UInt8]] = [
            ".": [0, 0, 0, 0], "R": [255, 0, 0, 255], "B": [0, 0, 255, 255], "W": [255, 255, 255, 255],
        ]
        let size = PixelSize(width: rows[0].count, height: rows.count)
        return Bitmap(size: size, pixels: rows.joined().flatMap { colors[$0] ?? [] })
    }

    private func whole(_ bitmap: Bitmap, to width: Int, _ height: Int, by filter: ResamplingFilter) -> Bitmap {
        bitmap.resampled(
            x: 0, y: 0, width: Double(bitmap.size.width), height: Double(bitmap.size.height),
            to: PixelSize(width: width, height: height), by: filter)
    }

    @Test func `the whole at its own size stays as it is`() {
        let picture = letters(["RB", "WR"])
        #expect(whole(picture, to: 2, 2, by: .lanczos3) == picture)
    }

    @Test func `the nearest pixel makes squares`() {
        #expect(whole(letters(["RB"]), to: 4, 2, by: .nearest) == letters(["RRBB", "RRBB"]))
    }

    @Test func `a part is what was cut out`() {
        let picture = letters(["RRBB", "RRBB"])
        let part = picture.resampled(
            x: 2, y: 0, width: 2, height: 2, to: PixelSize(width: 2, height: 2), by: .nearest)
        #expect(part == letters(["BB", "BB"]))
    }

    @Test func `one colour stays one colour, larger or smaller`() {
        let picture = letters(Array(repeating: "RRRRRRRR", count: 8))
        for (width, height) in [(3, 5), (16, 20), (8, 1)] {
            let scaled = whole(picture, to: width, height, by: .lanczos3)
            #expect(scaled == letters(Array(repeating: String(repeating: "R", count: width), count: height)))
        }
    }

    @Test func `what is transparent has no colour to give`() {
        let picture = letters(Array(repeating: "WWWW....", count: 8))
        let scaled = whole(picture, to: 4, 4, by: .lanczos3)
        for place in stride(from: 0, to: scaled.pixels.count, by: 4) where scaled.pixels[place + 3] > 8 {
            #expect(scaled.pixels[place] >= 254)
        }
    }
}
