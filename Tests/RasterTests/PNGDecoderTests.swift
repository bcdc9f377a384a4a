import Testing

@testable import Raster

@Suite struct PNGDecoderTests {
    @Test(arguments: [
        (PixelSize(width: 1, height: 1)), PixelSize(width: 7, height: 5), PixelSize(width: 33, height: 2),
    ])
    func `what the encoder wrote comes back`(size: PixelSize) throws {
        let bitmap = Bitmap(size: size, pixels: noise(size.area * 4))
        let thumbnail = try decode(PNGEncoder.encode(bitmap, text: [(key: "Title", value: "x")]))
        #expect(thumbnail == Thumbnail(bitmap: bitmap, originalSize: size, format: .png))
    }

    @Test(arguments: [UInt8(255), 128])
    func `a drawing comes back, which is written without differences`(alpha: UInt8) throws {
        // Runs of a few colours on a ground.
        let size = PixelSize(width: 120, height: 80)
        let pixels = (0..<size.area).flatMap { index -> [UInt8] in
            let (x, y) = (index % 120, index / 120)
            return (x / 7 * (y / 9)) % 5 == 1 ? [255, 250, UInt8(y), 255] : [95, 148, 247, alpha]
        }
        let bitmap = Bitmap(size: size, pixels: pixels)
        #expect(try decode(PNGEncoder.encode(bitmap)).bitmap == bitmap)
        let rows = PNGFilter.plainRows(of: bitmap, opaque: false)
        #expect(rows.count == (120 * 4 + 1) * 80)
        #expect(
            (0..<80).allSatisfy {
                rows[$0 * 481] == 0
                    && rows[$0 * 481 + 1..<($0 + 1) * 481].elementsEqual(pixels[$0 * 480..<($0 + 1) * 480])
            })
    }

    /// Rows of one picture in every colour type and depth, and the RGBA they mean.
    static let kinds: [(depth: UInt8, type: PNGHeader.ColorType, rows: [UInt8], pixels: [UInt8])] = [
        (1, .gray, [0, 0b0100_0000], [0, 0, 0, 255, 255, 255, 255, 255]),
        (2, .gray, [0, 0b0110_0000], [85, 85, 85, 255, 170, 170, 170, 255]),
        (4, .gray, [0, 0x1F], [17, 17, 17, 255, 255, 255, 255, 255]),
        (8, .gray, [0, 7, 200], [7, 7, 7, 255, 200, 200, 200, 255]),
        (16, .gray, [0, 7, 0, 200, 255], [7, 7, 7, 255, 200, 200, 200, 255]),
        (8, .grayAlpha, [0, 7, 8, 200, 0], [7, 7, 7, 8, 200, 200, 200, 0]),
        (16, .grayAlpha, [0, 7, 7, 8, 8, 200, 200, 0, 0], [7, 7, 7, 8, 200, 200, 200, 0]),
        (8, .rgb, [0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]),
        (16, .rgb, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], [1, 2, 3, 255, 4, 5, 6, 255]),
        (8, .rgba, [0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]),
        (16, .rgba, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8], [1, 2, 3, 4, 5, 6, 7, 8]),
        (1, .palette, [0, 0b0100_0000], [10, 20, 30, 255, 40, 50, 60, 255]),
        (2, .palette, [0, 0b0001_0000], [10, 20, 30, 255, 40, 50, 60, 255]),
        (4, .palette, [0, 0x01], [10, 20, 30, 255, 40, 50, 60, 255]),
        (8, .palette, [0, 0, 1], [10, 20, 30, 255, 40, 50, 60, 255]),
    ]

    @Test(arguments: kinds.indices)
    func `every colour type and depth means what the format says`(index: Int) throws {
        let kind = Self.kinds[index]
        let file = PNGFile(
            width: 2, height: 1, depth: kind.depth, type: kind.type, rows: kind.rows,
            before: kind.type == .palette ? [(.PLTE, [10, 20, 30, 40, 50, 60])] : [])
        #expect(try decode(file.bytes).bitmap.pixels == kind.pixels)
    }

    @Test func `transparent colours become transparent pixels`() throws {
        let gray = PNGFile(width: 2, height: 1, type: .gray, rows: [0, 7, 8], before: [(.tRNS, [0, 8])])
        #expect(try decode(gray.bytes).bitmap.pixels == [7, 7, 7, 255, 8, 8, 8, 0])
        let rgb = PNGFile(width: 2, height: 1, rows: [0, 1, 2, 3, 1, 2, 4], before: [(.tRNS, [0, 1, 0, 2, 0, 4])])
        #expect(try decode(rgb.bytes).bitmap.pixels == [1, 2, 3, 255, 1, 2, 4, 0])
        let palette = PNGFile(
            width: 2, height: 1, type: .palette, rows: [0, 0, 1],
            before: [(.PLTE, [10, 20, 30, 40, 50, 60]), (.tRNS, [9])])
        #expect(try decode(palette.bytes).bitmap.pixels == [10, 20, 30, 9, 40, 50, 60, 255])
    }

    @Test func `an index beyond the palette is opaque black`() throws {
        let file = PNGFile(width: 2, height: 1, type: .palette, rows: [0, 0, 5], before: [(.PLTE, [10, 20, 30])])
        #expect(try decode(file.bytes).bitmap.pixels == [10, 20, 30, 255, 0, 0, 0, 255])
    }

    @Test func `an interlaced picture is put together`() throws {
        // Passes 1, 6 and 7 are all a 2 by 2 picture has.
        let file = PNGFile(width: 2, height: 2, type: .gray, interlaced: true, rows: [0, 1, 0, 2, 0, 3, 4])
        #expect(try decode(file.bytes).bitmap.pixels == [1, 1, 1, 255, 2, 2, 2, 255, 3, 3, 3, 255, 4, 4, 4, 255])
    }

    @Test func `a file cut anywhere is refused, and shown as far as it goes when that is asked for`() throws {
        let size = PixelSize(width: 16, height: 16)
        let bitmap = Bitmap(size: size, pixels: noise(size.area * 4))
        let file = PNGEncoder.encode(bitmap)
        for count in 9..<file.count {
            #expect(throws: DecodingError.self, "cut to \(count) bytes") { try decode(Array(file.prefix(count))) }
        }
        let half = try decode(Array(file.prefix(file.count * 3 / 4)), .lenient)
        #expect(half.notes.count == 2)
        #expect(half.bitmap.pixels.prefix(64 * 3) == bitmap.pixels.prefix(64 * 3))
        #expect(half.bitmap.pixels.suffix(64) == [UInt8](repeating: 0, count: 64)[...])
    }

    @Test(arguments: [PNGChunk.Kind.IHDR, .tEXt, .IDAT, .IEND])
    func `a wrong checksum is refused`(kind: PNGChunk.Kind) {
        let file = PNGFile(width: 1, height: 1, type: .gray, rows: [0, 7], before: [(.tEXt, [0x61, 0, 0x62])])
        var bytes = file.bytes
        let length = file.chunks.first { $0.kind == kind }?.data.count ?? 0
        bytes[file.offset(of: kind) + length] ^= 1
        #expect(throws: DecodingError.self) { try decode(bytes) }
    }

    @Test func `a wrong checksum of the compressed data is refused, and overlooked when that is asked for`() throws {
        var file = PNGFile(width: 1, height: 1, type: .gray, rows: [0, 7])
        let last = file.chunks[1].data.count - 1
        file.chunks[1].data[last] ^= 1
        #expect(throws: DecodingError.corrupt(.png, reason: "IDAT: incorrect data check")) { try decode(file.bytes) }
        #expect(try decode(file.bytes, .lenient).bitmap.pixels == [7, 7, 7, 255])
    }

    @Test func `data after the last row and after the end are no damage`() throws {
        let file = PNGFile(width: 1, height: 1, type: .gray, rows: [0, 7, 0, 8, 0, 9])
        #expect(try decode(file.bytes + [1, 2, 3]).bitmap.pixels == [7, 7, 7, 255])
    }

    @Test func `limits hold before memory is taken`() {
        let wide = PNGFile(width: 1 << 30, height: 1 << 30, rows: [0])
        let size = PixelSize(width: 1 << 30, height: 1 << 30)
        #expect(throws: DecodingError.tooManyPixels(size, limit: 64 << 20)) { try decode(wide.bytes) }
        let line = PNGFile(width: 1_000_001, height: 1, rows: [0])
        #expect(throws: DecodingError.tooComplex(.png, reason: "1000001x1 pixels, a side over 1000000")) {
            try decode(line.bytes)
        }
    }

    @Test func `chunks in the wrong number or place are refused`() {
        let good = PNGFile(width: 1, height: 1, type: .gray, rows: [0, 7])
        var second = good
        second.chunks.insert(good.chunks[0], at: 1)
        #expect(throws: DecodingError.corrupt(.png, reason: "a second header")) { try decode(second.bytes) }
        var critical = good
        critical.chunks.insert((PNGChunk.Kind(rawValue: 0x4367_4249), []), at: 1)
        #expect(throws: DecodingError.unsupported("PNG with the chunk CgBI")) { try decode(critical.bytes) }
        var split = good
        split.chunks.insert((.tEXt, [0x61, 0]), at: 2)
        split.chunks.insert((.IDAT, [0]), at: 3)
        #expect(throws: DecodingError.corrupt(.png, reason: "the picture data are interrupted by tEXt")) {
            try decode(split.bytes)
        }
        let bare = PNGFile(width: 1, height: 1, type: .palette, rows: [0, 0])
        #expect(throws: DecodingError.corrupt(.png, reason: "no palette")) { try decode(bare.bytes) }
    }

    @Test func `transparent pixels do not darken their neighbours when scaled`() throws {
        let white: [UInt8] = [255, 255, 255, 255], clear: [UInt8] = [0, 0, 0, 0]
        var row: [UInt8] = [0]
        for column in 0..<64 { row += column / 3 % 2 == 0 ? white : clear }
        let rows = Array(repeatElement(row, count: 64).joined())
        let file = PNGFile(width: 64, height: 64, type: .rgba, rows: rows)
        let bytes = file.bytes
        let thumbnail = try unsafe ImageDecoders.thumbnail(
            of: bytes.span.bytes, ThumbnailRequest(box: PixelSize(width: 20, height: 20)))
        let pixels = thumbnail.bitmap.pixels
        for pixel in stride(from: 0, to: pixels.count, by: 4) where pixels[pixel + 3] > 0 {
            #expect(pixels[pixel] == 255)
        }
    }

    @Test(arguments: [false, true])
    func `an orientation counts wherever it stands`(isAfterPicture: Bool) throws {
        var file = PNGFile(width: 2, height: 1, type: .gray, rows: [0, 7, 8])
        let exif: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        file.chunks.insert((.eXIf, exif), at: isAfterPicture ? 2 : 1)
        let thumbnail = try decode(file.bytes)
        #expect(thumbnail.originalSize == PixelSize(width: 1, height: 2))
        #expect(thumbnail.bitmap.pixels == [7, 7, 7, 255, 8, 8, 8, 255])
        let bytes = file.bytes
        let header = try unsafe ImageDecoders.header(of: bytes.span.bytes)
        #expect(header == ImageHeader(format: .png, size: thumbnail.originalSize))
    }

    @Test func `the header and a lenient reader agree on damaged EXIF data`() throws {
        var file = PNGFile(width: 2, height: 1, type: .gray, rows: [0, 7, 8])
        let exif: [UInt8] =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        file.chunks.insert((.eXIf, exif), at: 1)
        var bytes = file.bytes
        bytes[file.offset(of: .eXIf) + exif.count] ^= 1
        let header = try unsafe ImageDecoders.header(of: bytes.span.bytes)
        #expect(try decode(bytes, .lenient).originalSize == header.size)
    }
}
