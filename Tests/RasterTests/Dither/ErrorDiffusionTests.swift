import Testing

@testable import Raster

@Suite struct ErrorDiffusionTests {
    private func gray(_ value: UInt8, alpha: UInt8 = 255, side: Int = 64) -> Bitmap {
        Bitmap(
            size: PixelSize(width: side, height: side),
            pixels: Array((0..<side * side).map { _ in [value, value, value, alpha] }.joined()))
    }

    private func share(of index: UInt8, in picture: IndexedBitmap) -> Double {
        Double(picture.indices.count { $0 == index }) / Double(picture.indices.count)
    }

    @Test(arguments: [(188, 0.5), (128, 0.216), (64, 0.051), (225, 0.752)])
    func `a gray becomes so many white dots as make its light`(value: UInt8, light: Double) {
        #expect(abs(share(of: 1, in: gray(value).dithered(to: Palette(grayDepth: 1))) - light) < 0.02)
    }

    @Test func `black and white stay what they are, next to anything`() {
        // A gray field between white paper: no dot strays into the paper.
        var pixels = gray(255).pixels
        for y in 20..<40 {
            for x in 20..<40 {
                for channel in 0..<3 { pixels[(y * 64 + x) * 4 + channel] = 100 }
            }
        }
        let picture = Bitmap(size: PixelSize(width: 64, height: 64), pixels: pixels)
            .dithered(to: Palette(grayDepth: 1))
        for y in 0..<64 {
            for x in 0..<64 where !(20..<40).contains(x) || !(20..<40).contains(y) {
                #expect(picture.indices[y * 64 + x] == 1)
            }
        }
    }

    @Test func `what is transparent lies on white`() {
        #expect(share(of: 1, in: gray(0, alpha: 0).dithered(to: Palette(grayDepth: 1))) == 1)
    }

    @Test func `with eight bits nothing is dithered`() {
        let picture = gray(77).dithered(to: Palette(grayDepth: 8))
        #expect(picture.indices.allSatisfy { $0 == 77 } && picture.bitmap == gray(77))
    }

    @Test func `two bits come close to a gray with its two neighbours`() {
        let picture = gray(120).dithered(to: Palette(grayDepth: 2))
        #expect(Set(picture.indices) == [1, 2])
    }

    @Test func `a colour becomes dots of the colours that make it`() throws {
        let palette = try #require(Palette("black,white,red,yellow"))
        let orange = Bitmap(
            size: PixelSize(width: 32, height: 32), pixels: Array((0..<1024).map { _ in [255, 188, 0, 255] }.joined()))
        let picture = orange.dithered(to: palette)
        // Half the green light of yellow, and no blue.
        #expect(abs(share(of: 3, in: picture) - 0.5) < 0.03 && abs(share(of: 2, in: picture) - 0.5) < 0.03)
    }

    @Test func `every colour of a palette is kept exactly`() throws {
        let palette = try #require(Palette("#102030,ffffff,AABBCC"))
        let pixels: [UInt8] = palette.colors.flatMap { [$0.red, $0.green, $0.blue, UInt8(255)] }
        let picture = Bitmap(size: PixelSize(width: 3, height: 1), pixels: pixels).dithered(to: palette)
        #expect(picture.indices == [0, 1, 2] && picture.bitmap.pixels == pixels)
    }
}
