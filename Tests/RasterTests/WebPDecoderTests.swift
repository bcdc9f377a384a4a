internal import CWebP
import Testing

@testable import Raster

@Suite struct WebPDecoderTests {
    /// A lossless picture of two pixels.
    static let lossless = chunk(
        "VP8L",
        [
            0x2F, 0x01, 0x00, 0x00, 0x10, 0x0F, 0x70, 0x0A, 0x8F, 0x2B, 0x78, 0xD4, 0xE3, 0x81, 0xFF, 0xC1, 0xA1, 0x02,
            0x11, 0xFD, 0x0F,
        ])
    static let pixels: [UInt8] = [10, 20, 30, 255, 40, 50, 60, 128]
    /// A lossy picture of 16 by 16 pixels of about 200, 100, 50.
    static let lossy = chunk(
        "VP8 ",
        [
            0xF0, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00, 0x01, 0x40, 0x26, 0x25, 0xA0, 0x02, 0x74, 0xBA,
            0x01, 0xF8, 0x00, 0x04, 0xC8, 0x00, 0x00, 0xFE, 0xAE, 0x17, 0xFF, 0x36, 0x04, 0x0C, 0xD0, 0xFA, 0x60, 0xFF,
            0xD2, 0x6C, 0xF1, 0x36, 0x78, 0x9B, 0x3E, 0x39, 0x80, 0x00,
        ])

    @Test func `a lossless picture comes back to the bit`() throws {
        let thumbnail = try decode(riff(Self.lossless))
        let size = PixelSize(width: 2, height: 1)
        #expect(
            thumbnail == Thumbnail(bitmap: Bitmap(size: size, pixels: Self.pixels), originalSize: size, format: .webp))
    }

    @Test func `a lossy picture is opaque`() throws {
        let pixels = try decode(riff(Self.lossy)).bitmap.pixels
        for pixel in stride(from: 0, to: pixels.count, by: 4) {
            #expect(abs(Int(pixels[pixel]) - 200) < 6 && pixels[pixel + 3] == 255)
        }
    }

    @Test func `the orientation is applied, with or without the mark of JPEG before it`() throws {
        let exif: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0]
        for prefix in [[], Array("Exif\0\0".utf8)] {
            let file = riff(extended(2, 1) + Self.lossless + Self.chunk("EXIF", prefix + exif))
            let thumbnail = try decode(file)
            #expect(thumbnail.originalSize == PixelSize(width: 1, height: 2))
            #expect(thumbnail.bitmap.pixels == Array(Self.pixels[4...] + Self.pixels[..<4]))
            let header = try unsafe ImageDecoders.header(of: file.span.bytes)
            #expect(header == ImageHeader(format: .webp, size: thumbnail.originalSize))
        }
    }

    @Test func `of an animation the first frame is shown on its canvas`() throws {
        let frame: [UInt8] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let file = riff(
            extended(5, 2) + Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]) + Self.chunk("ANMF", frame + Self.lossless))
        let pixels = try decode(file).bitmap.pixels
        let clear = [UInt8](repeating: 0, count: 28)
        #expect(pixels == [0, 0, 0, 0, 0, 0, 0, 0] + Self.pixels + [0, 0, 0, 0] + clear[..<20])
    }

    @Test func `an embedded profile is applied`() throws {
        let swapped = ICCFile.rgb(
            red: [0.3851, 0.7169, 0.0971], green: [0.4361, 0.2225, 0.0139], blue: [0.1431, 0.0606, 0.7141], gamma: nil)
        let file = riff(extended(2, 1) + Self.chunk("ICCP", swapped.bytes) + Self.lossless)
        #expect(isNear(try decode(file).bitmap.pixels, [20, 10, 30, 255, 50, 40, 60, 128]))
    }

    @Test func `a file cut anywhere is refused`() {
        for whole in [riff(Self.lossless), riff(Self.lossy), riff(extended(2, 1) + Self.lossless)] {
            for count in 12..<whole.count {
                #expect(throws: DecodingError.self, "cut to \(count) bytes") { try decode(Array(whole.prefix(count))) }
            }
        }
    }

    @Test func `a canvas that is not the picture's is refused`() {
        #expect(throws: DecodingError.corrupt(.webp, reason: "a picture of 2x1 at 0,0 on a canvas of 9x9")) {
            try decode(riff(extended(9, 9) + Self.lossless))
        }
    }

    @Test func `limits hold before memory is taken`() {
        let frame = [UInt8](repeating: 0, count: 16)
        let file = riff(extended(1 << 14, 1 << 14) + Self.chunk("ANMF", frame + Self.lossless))
        let size = PixelSize(width: 1 << 14, height: 1 << 14)
        #expect(throws: DecodingError.tooManyPixels(size, limit: 64 << 20)) { try decode(file) }
    }

    @Test func `a lossless picture that would fill the memory is refused from its header`() {
        let needed = DecodingMemory.base + 33 + (7000 * 7000 + 7000 * 17) * 4
        let error = #expect(throws: DecodingError.self) { try decode(lossless(side: 7000)) }
        guard case .tooMuchMemory(.webp, let estimate, 160 << 20)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(estimate > needed && estimate < needed * 2)
    }

    @Test func `a picture is refused for memory from the first byte that it does not fit, and not before`() throws {
        for file in [riff(Self.lossless), riff(Self.lossy)] {
            try expectBorder(of: file)
        }
    }

    @Test func `more chunks than a picture has are refused`() {
        let chunks = (0..<(1 << 17) + 1).flatMap { _ in Self.chunk("XXXX", []) }
        #expect(throws: DecodingError.corrupt(.webp, reason: "more than 131072 chunks")) {
            try decode(riff(Self.lossless + chunks))
        }
    }

    @Test func `a large picture is decoded to three times its thumbnail, a small one whole`() {
        let large = plan(width: 8000, height: 6000, box: 256)
        #expect(large.size == PixelSize(width: 768, height: 576))
        #expect(large.memory.needed < 32 << 20)
        #expect(large.geometry.target == PixelSize(width: 256, height: 192))
        #expect(large.geometry.region.width.rounded() == 768)
        #expect(plan(width: 2048, height: 1536, box: 256).size == PixelSize(width: 2048, height: 1536))
        // Where three times would not fit, as much as does.
        let wide = plan(width: 8000, height: 6000, box: 4000)
        #expect(wide.size.width >= 6000 && wide.size.width < 8000 && wide.memory.rest > 0)
    }

    @Test func `a lossy picture with alpha is decoded whole where there is room, and joined where there is none`() {
        #expect(plan(width: 4000, height: 3000, box: 256, hasAlpha: true).size == PixelSize(width: 4000, height: 3000))
        let joined = plan(width: 6000, height: 4500, box: 256, hasAlpha: true)
        #expect(joined.size.width == 768 && joined.memory.rest > 0)
        #expect(plan(width: 8192, height: 8192, box: 256, hasAlpha: true).memory.rest == 0)
        #expect(plan(width: 8192, height: 8192, box: 256, hasAlpha: true, hasPackedAlpha: false).memory.rest > 0)
    }

    private func plan(
        width: Int32, height: Int32, box: Int, hasAlpha: Bool = false, hasPackedAlpha: Bool = true
    ) -> WebPPlan {
        let size = PixelSize(width: Int(width), height: Int(height))
        let request = ThumbnailRequest(box: PixelSize(width: box, height: box))
        return WebPPlan(
            CWebP_Features(width: width, height: height, has_alpha: hasAlpha, is_lossless: false), canvas: size,
            ThumbnailGeometry(coded: size, orientation: .up, request: request), profileLength: nil,
            hasPackedAlpha: hasPackedAlpha, fileLength: 1000, request.limits)
    }

    /// A file that says it is a lossless square of that side.
    private func lossless(side: UInt32) -> [UInt8] {
        // 14 bits for each side less one.
        let header = (side - 1) | (side - 1) << 14
        let data = [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: header >> ($0 * 8)) } + Self.lossless[13...]
        return riff(Self.chunk("VP8L", data))
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let count = UInt32(data.count)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        return Array(name.utf8) + length + data + [UInt8](repeating: 0, count: data.count % 2)
    }

    private func riff(_ chunks: [UInt8]) -> [UInt8] { Self.chunk("RIFF", Array("WEBP".utf8) + chunks) }

    /// The chunk that says how large the canvas is.
    private func extended(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = [width - 1, height - 1].flatMap { side in (0..<3).map { UInt8(side >> ($0 * 8) & 0xFF) } }
        return Self.chunk("VP8X", [0, 0, 0, 0] + sides)
    }
}
