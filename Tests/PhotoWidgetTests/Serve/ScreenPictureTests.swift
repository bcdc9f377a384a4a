import Raster
import Storage
import TestSupport
import Testing

@testable import PhotoWidget

@Suite struct ScreenPictureTests {
    private let scratch: ScratchDirectory
    private let size = PixelSize(width: 80, height: 48)

    init() throws { scratch = try ScratchDirectory() }

    private func picture() throws -> [UInt8] {
        try ScreenPicture.bitmap(ofSet: scratch.path, size: size, palette: Palette(grayDepth: 1))
    }

    /// Whether a pixel is white in a BMP of one bit, black first.
    private func isWhite(_ bytes: [UInt8], _ x: Int, _ y: Int) -> Bool {
        let stride = (size.width + 31) / 32 * 4
        return bytes[62 + (size.height - 1 - y) * stride + x / 8] & (0x80 >> UInt8(x % 8)) != 0
    }

    @Test func `a small picture is enlarged, whole, in the middle of white paper`() throws {
        let black = Bitmap(
            size: PixelSize(width: 4, height: 4), pixels: (0..<16).flatMap { _ in [UInt8](arrayLiteral: 0, 0, 0, 255) })
        try scratch.write(PNGEncoder.encode(black), to: "thumbnail.png")
        let bytes = try picture()
        #expect(bytes.count == 62 + 12 * 48)
        #expect(isWhite(bytes, 0, 0) && isWhite(bytes, 15, 24) && isWhite(bytes, 64, 24))
        #expect(!isWhite(bytes, 16, 0) && !isWhite(bytes, 63, 47) && !isWhite(bytes, 40, 24))
    }

    @Test func `the original comes before what was made of it`() throws {
        try scratch.write(try SamplePicture.jpeg(160, 96), to: "original.jpg")
        try scratch.write(Array("no picture".utf8), to: "thumbnail.png")
        #expect(try picture().count == 62 + 12 * 48)
    }

    @Test func `a damaged original is replaced by the thumbnail`() throws {
        try scratch.write(Array("no picture".utf8), to: "original.jpg")
        try scratch.write(
            PNGEncoder.encode(Bitmap(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255])),
            to: "thumbnail.png")
        #expect(try !isWhite(picture(), 40, 24))
    }

    @Test func `a set without a picture has none`() throws {
        try scratch.write([], to: "entry.json")
        #expect(throws: ScreenPicture.Failure.noPicture) { try picture() }
    }
}
