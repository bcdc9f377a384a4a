import Testing

@testable import Raster

@Suite struct ThumbnailBuilderTests {
    @Test func `a picture that fits stays as it is, byte for byte`() {
        let pixels = (0..<5 * 3 * 4).map { UInt8($0 * 4 % 256) }
        let bitmap = build(pixels, width: 5, height: 3, .rgba, box: PixelSize(width: 8, height: 8))
        #expect(bitmap == Bitmap(size: PixelSize(width: 5, height: 3), pixels: pixels))
    }

    @Test func `a flat picture stays flat to its edges at any size`() {
        for side in 1...40 {
            let pixels = [UInt8](repeating: 200, count: 41 * 37 * 3)
            let bitmap = build(pixels, width: 41, height: 37, .rgb, box: PixelSize(width: side, height: side))
            for pixel in 0..<bitmap.size.area {
                #expect(bitmap.pixels[pixel * 4..<pixel * 4 + 4].elementsEqual([200, 200, 200, 255]))
            }
        }
    }

    @Test func `invisible colour does not bleed into what is visible`() {
        // Left half opaque white, right half black that cannot be seen.
        var pixels: [UInt8] = []
        for _ in 0..<32 {
            for column in 0..<32 { pixels += column < 16 ? [255, 255, 255, 255] : [0, 0, 0, 0] }
        }
        let bitmap = build(pixels, width: 32, height: 32, .rgba, box: PixelSize(width: 9, height: 9))
        for pixel in 0..<bitmap.size.area where bitmap.pixels[pixel * 4 + 3] > 0 {
            #expect(bitmap.pixels[pixel * 4] == 255)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `rows are laid down upright`(_ orientation: Orientation) {
        // Letters of an upright picture, 3 columns by 2 rows.
        let upright: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
        let size = orientation.applied(to: PixelSize(width: 3, height: 2))
        var coded: [UInt8] = []
        for row in 0..<size.height {
            for column in 0..<size.width {
                let line = orientation.reversesRows ? size.height - 1 - row : row
                let place = orientation.reversesColumns ? size.width - 1 - column : column
                coded.append(orientation.swapsAxes ? upright[place][line] : upright[line][place])
            }
        }
        let bitmap = build(
            coded, width: size.width, height: size.height, .gray, box: PixelSize(width: 9, height: 9), orientation)
        #expect(bitmap.size == PixelSize(width: 3, height: 2))
        #expect((0..<6).map { bitmap.pixels[$0 * 4] } == [1, 2, 3, 4, 5, 6])
    }

    private func build(
        _ samples: [UInt8], width: Int, height: Int, _ layout: SampleLayout, box: PixelSize,
        _ orientation: Orientation = .up
    ) -> Bitmap {
        let size = PixelSize(width: width, height: height)
        var builder = ThumbnailBuilder(
            size: size, layout: layout, orientation: orientation,
            geometry: ThumbnailGeometry(
                coded: size, orientation: orientation, request: ThumbnailRequest(box: box)))
        let length = width * layout.channels
        for row in 0..<height { builder.append(samples.span.extracting(row * length..<(row + 1) * length)) }
        return builder.finish()
    }
}
