import Testing

@testable import Raster

@Suite struct BMPEncoderTests {
    private func picture(_ size: PixelSize, _ palette: Palette, _ indices: [UInt8]) -> IndexedBitmap {
        IndexedBitmap(size: size, palette: palette, indices: indices)
    }

    @Test func `a page of e-paper takes 48,062 bytes`() throws {
        let size = PixelSize(width: 800, height: 480)
        let file = try BMPEncoder.encode(
            picture(size, Palette(grayDepth: 1), [UInt8](repeating: 1, count: size.area)))
        #expect(file.count == 48_062)
        // The header as the format has it: magic, length, offset, 40, sides, one plane, one bit.
        #expect(Array(file[0..<6]) == [0x42, 0x4D, 0xBE, 0xBB, 0, 0] && file[10] == 62 && file[14] == 40)
        #expect(Array(file[18..<26]) == [0x20, 3, 0, 0, 0xE0, 1, 0, 0] && Array(file[26..<30]) == [1, 0, 1, 0])
        #expect(Array(file[54..<62]) == [0, 0, 0, 0, 255, 255, 255, 0])
        #expect(file[62...].allSatisfy { $0 == 255 })
    }

    @Test func `rows go from the bottom up, padded to four bytes, the first pixel in the highest bit`() throws {
        let file = try BMPEncoder.encode(
            picture(PixelSize(width: 3, height: 2), Palette(grayDepth: 1), [1, 0, 0, 0, 1, 1]))
        #expect(Array(file[62...]) == [0b0110_0000, 0, 0, 0, 0b1000_0000, 0, 0, 0])
    }

    @Test func `of two colours the darker is the first`() throws {
        let palette = try #require(Palette("white,black"))
        let file = try BMPEncoder.encode(picture(PixelSize(width: 2, height: 1), palette, [0, 1]))
        #expect(Array(file[54..<62]) == [0, 0, 0, 0, 255, 255, 255, 0] && file[62] == 0b1000_0000)
    }

    @Test func `four colours take four bits, since there is no BMP of two`() throws {
        let file = try BMPEncoder.encode(
            picture(PixelSize(width: 4, height: 1), Palette(grayDepth: 2), [0, 1, 2, 3]))
        #expect(file[28] == 4 && Array(file.suffix(4)) == [0x01, 0x23, 0, 0])
    }

    @Test func `a side longer than the format can say is an error`() {
        let size = PixelSize(width: 40_000, height: 1)
        #expect(throws: EncodingError.tooLarge(size, limit: 32_767)) {
            try BMPEncoder.encode(picture(size, Palette(grayDepth: 1), [UInt8](repeating: 0, count: 40_000)))
        }
    }
}
