import Testing

@testable import Raster

@Suite struct GIFDecoderTests {
    static let palette: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1, 2, 3]

    @Test func `the first frame is shown on its canvas`() throws {
        let file = gif(canvas: (3, 2), frame: (1, 1, 2, 1), indices: [0, 1])
        let thumbnail = try decode(file)
        #expect(thumbnail.format == .gif)
        #expect(thumbnail.originalSize == PixelSize(width: 3, height: 2))
        let clear = [UInt8](repeating: 0, count: 16)
        #expect(thumbnail.bitmap.pixels == clear + [10, 20, 30, 255, 40, 50, 60, 255])
        let header = try unsafe ImageDecoders.header(of: file.span.bytes)
        #expect(header == ImageHeader(format: .gif, size: thumbnail.originalSize))
    }

    @Test func `a transparent index is transparent`() throws {
        let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
        let file = gif(canvas: (2, 1), frame: (0, 0, 2, 1), indices: [0, 1], before: control)
        #expect(try decode(file).bitmap.pixels == [10, 20, 30, 255, 0, 0, 0, 0])
    }

    @Test func `interlaced rows are put in order`() throws {
        // Of five rows the file has 0, 4, 2, 1, 3.
        let file = gif(canvas: (1, 5), frame: (0, 0, 1, 5), isInterlaced: true, indices: [0, 1, 2, 3, 0])
        let reds = try decode(file).bitmap.pixels.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        #expect(reds == [10, 1, 70, 10, 40])
    }

    @Test func `a file cut anywhere is refused, and shown as far as it goes when that is asked for`() throws {
        let file = gif(canvas: (4, 4), frame: (0, 0, 4, 4), indices: [UInt8](repeating: 1, count: 16))
        for count in 6..<file.count {
            #expect(throws: DecodingError.self, "cut to \(count) bytes") { try decode(Array(file.prefix(count))) }
        }
        let cut = try decode(Array(file.dropLast()), .lenient)
        #expect(cut.notes.count == 1)
        #expect(cut.bitmap.pixels.prefix(4) == [40, 50, 60, 255])
    }

    @Test(arguments: [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] as [(UInt8, UInt8)])
    func `a screen smaller than the first frame grows to it`(width: UInt8, height: UInt8) throws {
        let file = gif(canvas: (width, height), frame: (0, 0, 2, 1), indices: [0, 1])
        let thumbnail = try decode(file)
        #expect(thumbnail.originalSize == PixelSize(width: 2, height: 1))
        #expect(thumbnail.bitmap.pixels == [10, 20, 30, 255, 40, 50, 60, 255])
        #expect(try ImageDecoders.header(of: file) == ImageHeader(format: .gif, size: thumbnail.originalSize))
    }

    @Test func `a frame beyond the screen is shown whole`() throws {
        let thumbnail = try decode(gif(canvas: (2, 2), frame: (1, 3, 2, 1), indices: [0, 1]))
        #expect(thumbnail.originalSize == PixelSize(width: 3, height: 4))
        #expect(Array(thumbnail.bitmap.pixels.suffix(12)) == [0, 0, 0, 0, 10, 20, 30, 255, 40, 50, 60, 255])
    }

    @Test(arguments: [(0, 0), (0, 1), (2, 0)] as [(UInt8, UInt8)])
    func `a frame without a size takes the screen's`(width: UInt8, height: UInt8) throws {
        let file = gif(canvas: (2, 1), frame: (0, 0, width, height), indices: [0, 1])
        #expect(try decode(file).bitmap.pixels == [10, 20, 30, 255, 40, 50, 60, 255])
    }

    @Test func `where neither frame nor screen has a size there is no picture`() {
        #expect(throws: DecodingError.corrupt(.gif, reason: "a frame of 0x0 pixels")) {
            try decode(gif(canvas: (0, 0), frame: (0, 0, 0, 0), indices: [0]))
        }
    }

    @Test func `zero bytes between blocks are passed over`() throws {
        let control: [UInt8] = [0, 0, 0x21, 0xF9, 4, 1, 0, 0, 1, 0, 0, 0x21, 0xFE, 2, 104, 105, 0, 0, 0]
        var file = gif(canvas: (2, 1), frame: (0, 0, 2, 1), indices: [0, 1], before: control)
        file.insert(contentsOf: [0, 0], at: file.count - 1)
        #expect(try decode(file).bitmap.pixels == [10, 20, 30, 255, 0, 0, 0, 0])
    }

    @Test func `odd extensions are passed over`() throws {
        // Without blocks; a control block that is too short, which says nothing; one that is longer, which does.
        for (extensions, isClear) in [
            ([0x21, 0xFF, 0], false), ([0x21, 0xF9, 1, 1, 0], false), ([0x21, 0xF9, 5, 1, 0, 0, 1, 9, 0], true),
            ([0x21, 0x01, 1, 1, 2, 2, 2, 0], false),
        ] as [([UInt8], Bool)] {
            let file = gif(canvas: (2, 1), frame: (0, 0, 2, 1), indices: [0, 1], before: extensions)
            #expect(try decode(file).bitmap.pixels[7] == (isClear ? 0 : 255))
        }
    }

    @Test func `what is no block is damage, behind the first frame only to a strict reader`() throws {
        var file = gif(canvas: (2, 1), frame: (0, 0, 2, 1), indices: [0, 1])
        file.insert(7, at: file.count - 1)
        #expect(throws: DecodingError.corrupt(.gif, reason: "no block begins with 0x7")) { try decode(file) }
        #expect(try decode(file, .lenient).bitmap.pixels == [10, 20, 30, 255, 40, 50, 60, 255])
        let before = gif(canvas: (2, 1), frame: (0, 0, 2, 1), indices: [0, 1], before: [7])
        #expect(throws: DecodingError.corrupt(.gif, reason: "no block begins with 0x7")) {
            try decode(before, .lenient)
        }
    }

    @Test func `a picture is refused for memory from the first byte that it does not fit, and not before`() throws {
        let indices = [UInt8](repeating: 1, count: 200 * 100)
        try expectBorder(of: gif(canvas: (200, 100), frame: (0, 0, 200, 100), isInterlaced: true, indices: indices))
    }

    @Test func `limits hold before memory is taken`() {
        var file = gif(canvas: (2, 2), frame: (0, 0, 1, 1), indices: [0])
        file.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let size = PixelSize(width: 65535, height: 65535)
        #expect(throws: DecodingError.tooManyPixels(size, limit: 64 << 20)) { try decode(file) }
    }

    /// A GIF of four colours whose codes stay three bits long, for each is followed by the code that clears the table.
    private func gif(
        canvas: (UInt8, UInt8), frame: (UInt8, UInt8, UInt8, UInt8), isInterlaced: Bool = false, indices: [UInt8],
        before: [UInt8] = []
    ) -> [UInt8] {
        var codes: [UInt8] = []
        for index in indices { codes += [4, index] }
        codes.append(5)
        var bits: [UInt8] = []
        for code in codes { bits += [code & 1, code >> 1 & 1, code >> 2] }
        while bits.count % 8 != 0 { bits.append(0) }
        let data = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0 as UInt8) { $0 | bits[start + $1] << UInt8($1) }
        }
        var file = Array("GIF89a".utf8) + [canvas.0, 0, canvas.1, 0, 0x81, 0, 0] + Self.palette + before
        file += [0x2C, frame.0, 0, frame.1, 0, frame.2, 0, frame.3, 0, isInterlaced ? 0x40 : 0, 2]
        // A sub-block has 255 bytes at most.
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            file += [UInt8(block.count)] + block
        }
        return file + [0, 0x3B]
    }
}
