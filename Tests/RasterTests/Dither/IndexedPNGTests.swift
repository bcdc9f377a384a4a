import Testing

@testable import Raster

@Suite struct IndexedPNGTests {
    @Test(arguments: [1, 2, 4, 8])
    func `grays of few bits come back as they were`(depth: Int) throws {
        let palette = Palette(grayDepth: depth)
        let indices = (0..<35).map { UInt8($0 % palette.colors.count) }
        let picture = IndexedBitmap(size: PixelSize(width: 7, height: 5), palette: palette, indices: indices)
        let file = PNGEncoder.encode(picture)
        #expect(file[24] == UInt8(depth) && file[25] == 0)
        #expect(try decoded(file) == picture.bitmap)
    }

    @Test(arguments: ["black,white", "black,white,red", "black,white,red,yellow,blue", "000000,010203,ffffff,ff0000"])
    func `colours of a palette come back as they were`(colors: String) throws {
        let palette = try #require(Palette(colors))
        let indices = (0..<35).map { UInt8($0 * 7 % palette.colors.count) }
        let picture = IndexedBitmap(size: PixelSize(width: 5, height: 7), palette: palette, indices: indices)
        let file = PNGEncoder.encode(picture)
        #expect(file[24] == UInt8(palette.depth) && file[25] == 3)
        #expect(try decoded(file) == picture.bitmap)
    }

    private func decoded(_ file: [UInt8]) throws -> Bitmap {
        try ImageDecoders.thumbnail(of: file, ThumbnailRequest()).bitmap
    }
}
