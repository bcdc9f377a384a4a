import Testing

@testable import Raster

@Suite struct PAMEncoderTests {
    @Test(arguments: [(1, 1), (9, 1), (99, 10), (256, 192), (1, 4096)])
    func `pixels start at a multiple of 64 bytes and run to the end`(width: Int, height: Int) {
        let bitmap = Bitmap(size: PixelSize(width: width, height: height), pixels: noise(width * height * 4))
        let file = PAMEncoder.encode(bitmap)
        let offset = file.count - bitmap.byteCount
        #expect(offset % 64 == 0)
        #expect(Array(file[offset...]) == bitmap.pixels)
    }

    @Test func `the header is the one promised to other programs`() {
        let file = PAMEncoder.encode(Bitmap(size: PixelSize(width: 2, height: 3), pixels: noise(24)))
        let lines = String(decoding: file.prefix(128), as: UTF8.self).split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
        #expect(
            lines.prefix(7) == [
                "P7", "WIDTH 2", "HEIGHT 3", "DEPTH 4", "MAXVAL 255", "TUPLTYPE RGB_ALPHA", "ENDHDR",
            ])
    }
}
