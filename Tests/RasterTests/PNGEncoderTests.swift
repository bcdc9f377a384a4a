import Testing

@testable import Raster

@Suite struct PNGEncoderTests {
    @Test func `an opaque picture is written as RGB, any other as RGBA`() {
        var pixels = noise(4 * 6)
        for index in stride(from: 3, to: 24, by: 4) { pixels[index] = 255 }
        let size = PixelSize(width: 3, height: 2)
        #expect(
            chunks(PNGEncoder.encode(Bitmap(size: size, pixels: pixels)))[0].data == [
                0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0,
            ])
        pixels[23] = 254
        #expect(
            chunks(PNGEncoder.encode(Bitmap(size: size, pixels: pixels)))[0].data == [
                0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0,
            ])
    }

    @Test func `the chunks are header, sRGB, texts in order, picture, end, and nothing else`() {
        let texts = [(key: "Thumb::URI", value: "file:///caf\u{E9}"), (key: "Title", value: "\u{C11C}\u{C6B8}")]
        let file = chunks(
            PNGEncoder.encode(Bitmap(size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3, 4]), text: texts))
        #expect(file.map(\.kind) == ["IHDR", "sRGB", "tEXt", "iTXt", "IDAT", "IEND"])
        #expect(file[2].data == Array("Thumb::URI".utf8) + [0] + Array("file:///caf".utf8) + [0xE9])
        #expect(file[3].data == Array("Title".utf8) + [0, 0, 0, 0, 0] + Array("\u{C11C}\u{C6B8}".utf8))
    }

    @Test func `a NUL in a value does not split it`() {
        let file = PNGEncoder.encode(
            Bitmap(size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3, 4]), text: [(key: "K", value: "a\0b")])
        #expect(chunks(file)[2].data == [0x4B, 0, 0x61, 0x62])
    }

    /// A file taken apart by what the format's text says, checksums left to the decoder's tests.
    private func chunks(_ file: [UInt8]) -> [(kind: String, data: [UInt8])] {
        var rest = file.dropFirst(8)
        var chunks: [(kind: String, data: [UInt8])] = []
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            chunks.append((String(decoding: rest.prefix(4), as: UTF8.self), Array(rest.dropFirst(4).prefix(length))))
            rest = rest.dropFirst(4 + length + 4)
        }
        return chunks
    }
}
