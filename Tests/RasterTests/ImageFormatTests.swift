import Raster
import Testing

@Suite struct ImageFormatTests {
    @Test(arguments: ["a.jpg", "a.JPEG", "photos/a.b.png", "/x/.png"])
    func `a photograph's name promises JPEG or PNG`(name: String) {
        #expect(ImageFormat.promised(byName: name) == [.jpeg, .png])
    }

    @Test(arguments: ["", "a", "jpg", "a.gif", "a.webp", "a.", "a.jpg.tmp", "a.jpg/b"])
    func `any other name promises nothing`(name: String) {
        #expect(ImageFormat.promised(byName: name) == Set(ImageFormat.allCases))
    }

    @Test func `a format that was not promised is not decoded`() throws {
        let png = PNGEncoder.encode(Bitmap(size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3, 255]))
        var request = ThumbnailRequest()
        #expect(try ImageDecoders.thumbnail(of: png, request).format == .png)
        request.limits.formats = [.jpeg]
        #expect(throws: DecodingError.unsupported("PNG under the name of JPEG")) {
            try ImageDecoders.thumbnail(of: png, request)
        }
    }
}
