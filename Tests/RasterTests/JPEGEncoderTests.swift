import Testing

@testable import Raster

@Suite struct JPEGEncoderTests {
    @Test func `what is transparent shows white`() throws {
        let pixels = Array(repeatElement([0, 0, 0, 0] as [UInt8], count: 64).joined())
        let bitmap = Bitmap(size: PixelSize(width: 8, height: 8), pixels: pixels)
        let back = try decode(JPEGEncoder.encode(bitmap))
        #expect(back.format == .jpeg)
        #expect(back.bitmap.pixels.allSatisfy { $0 == 255 })
    }

    @Test(arguments: [50, 89, 90, 100])
    func `a flat colour survives any quality`(quality: Int) throws {
        let pixels = Array(repeatElement([200, 100, 50, 255] as [UInt8], count: 17 * 9).joined())
        let bitmap = Bitmap(size: PixelSize(width: 17, height: 9), pixels: pixels)
        let back = try decode(JPEGEncoder.encode(bitmap, quality: quality))
        for (one, other) in zip(back.bitmap.pixels, pixels) { #expect(abs(Int(one) - Int(other)) <= 4) }
    }

    @Test func `noise fits into the buffer that is set aside`() throws {
        let size = PixelSize(width: 65, height: 33)
        let bitmap = Bitmap(size: size, pixels: noise(size.area * 4))
        #expect(try decode(JPEGEncoder.encode(bitmap, quality: 100)).originalSize == size)
    }

    @Test func `a side over the format's limit is refused`() {
        let size = PixelSize(width: 65501, height: 1)
        let bitmap = Bitmap(size: size, pixels: [UInt8](repeating: 0, count: size.area * 4))
        #expect(throws: EncodingError.tooLarge(size, limit: 65500)) { try JPEGEncoder.encode(bitmap) }
    }
}
