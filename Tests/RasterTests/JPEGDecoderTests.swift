import Testing

@testable import Raster

@Suite struct JPEGDecoderTests {
    @Test func `a gray picture is decoded exactly`() throws {
        let file = JPEGFile.gray(width: 20, height: 12) { column, row in 40 + column * 50 + row * 30 }
        let thumbnail = try decode(file.bytes)
        #expect(thumbnail.bitmap.size == PixelSize(width: 20, height: 12))
        #expect(pixel(thumbnail, 0, 0) == [40, 40, 40, 255])
        #expect(pixel(thumbnail, 19, 11) == [170, 170, 170, 255])
        #expect(thumbnail.format == .jpeg)
        #expect(thumbnail.notes.isEmpty)
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (1, 4)], [UInt8(0xC0), 0xC2])
    func `colour is right at every sampling, scan order and size`(_ sampling: (Int, Int), _ frame: UInt8) throws {
        var file = JPEGFile.color(
            76, 85, 255, width: 37, height: 29, horizontal: sampling.0, vertical: sampling.1)
        file.frame = frame
        for side in [1, 5, 16, 29, 36, 37, 64] {
            let thumbnail = try decode(file.bytes, side: side)
            for index in 0..<thumbnail.bitmap.size.area {
                let rgba = Array(thumbnail.bitmap.pixels[index * 4..<index * 4 + 4])
                #expect(rgba == [254, 0, 0, 255])
            }
        }
    }

    @Test func `RGB is told by Adobe's marker or by the components' names`() throws {
        var named = JPEGFile.color(10, 200, 90, ids: Array("RGB".utf8))
        #expect(pixel(try decode(named.bytes), 3, 3) == [10, 200, 90, 255])
        named = JPEGFile.color(10, 200, 90)
        named.segments = [adobe(0)]
        #expect(pixel(try decode(named.bytes, side: 9), 3, 3) == [10, 200, 90, 255])
    }

    @Test(arguments: [nil, 0, 2])
    func `four components are inks, 255 for none, with and without Adobe's marker`(_ transform: UInt8?) throws {
        // No ink but black at half; as luma and chroma, white's complement.
        let samples = transform == 2 ? [0, 128, 128, 128] : [255, 255, 255, 128]
        var file = JPEGFile(width: 16, height: 16, components: [])
        file.components = samples.enumerated().map { index, sample in
            JPEGFile.Component(id: UInt8(index + 1)) { _, _ in sample }
        }
        if let transform { file.segments = [adobe(transform)] }
        let light = PressInks(mayBeDrawn: true).light(of: (0, 0, 0, 127))
        for side in [8, 16] {
            #expect(pixel(try decode(file.bytes, side: side), 2, 2) == [light.red, light.green, light.blue, 255])
        }
    }

    @Test func `restart markers are followed`() throws {
        var file = JPEGFile.gray(width: 64, height: 8) { column, _ in column * 30 }
        file.restartInterval = 3
        let thumbnail = try decode(file.bytes)
        #expect((0..<8).map { pixel(thumbnail, $0 * 8 + 4, 4)[0] } == [0, 30, 60, 90, 120, 150, 180, 210])
    }

    @Test(arguments: 1...8)
    func `a picture is turned upright`(_ orientation: Int) throws {
        var file = JPEGFile.gray(width: 16, height: 8) { column, _ in column == 0 ? 50 : 200 }
        file.segments = [exif(UInt8(orientation))]
        let thumbnail = try decode(file.bytes)
        let isTurned = orientation >= 5
        #expect(thumbnail.originalSize == PixelSize(width: isTurned ? 8 : 16, height: isTurned ? 16 : 8))
        #expect(thumbnail.bitmap.size == thumbnail.originalSize)
        let first = pixel(thumbnail, 0, 0)[0]
        #expect(first == ([2, 3, 7, 8].contains(orientation) ? 200 : 50))
        let header = try unsafe ImageDecoders.header(of: file.bytes.span.bytes)
        #expect(header == ImageHeader(format: .jpeg, size: thumbnail.originalSize))
    }

    @Test func `of two Exif blocks the first counts, and one after the picture does not`() throws {
        var file = JPEGFile.gray(width: 16, height: 8) { _, _ in 90 }
        file.segments = [exif(6), exif(1)]
        #expect(try decode(file.bytes).bitmap.size.description == "8x16")
        file.segments = []
        var trailing = JPEGFile.gray(width: 1, height: 1) { _, _ in 0 }
        trailing.segments = [exif(6)]
        #expect(try decode(file.bytes + trailing.bytes.dropFirst(2)).bitmap.size.description == "16x8")
    }

    @Test func `what follows the picture is ignored`() throws {
        let file = JPEGFile.gray(width: 16, height: 8) { _, _ in 90 }.bytes
        let clean = try decode(file)
        #expect(try decode(file + Array("<html>".utf8)) == clean)
        #expect(try decode(file + file) == clean)
        // Stray bytes before the end marker, once every row is there.
        #expect(try decode(file.dropLast(2) + [1, 2, 3, 0xFF, 0xD9]) == clean)
    }

    @Test func `a truncated JPEG is reported, not drawn`() {
        let file = JPEGFile.gray(width: 64, height: 64) { column, row in (column * 7 + row * 31) % 256 }.bytes
        for count in stride(from: file.count - 1, to: 4, by: -1) {
            #expect(throws: DecodingError.self) { try decode(Array(file[..<count])) }
        }
    }

    @Test func `a lenient reader shows what there is and says what is wrong`() throws {
        let file = JPEGFile.gray(width: 64, height: 64) { _, _ in 200 }.bytes
        let thumbnail = try decode(Array(file[..<(file.count - 12)]), .lenient)
        #expect(pixel(thumbnail, 0, 0) == [200, 200, 200, 255])
        #expect(thumbnail.notes == ["damaged JPEG: Premature end of JPEG file"])
    }

    @Test func `a size over the limit is refused from the header`() {
        var file = JPEGFile.gray(width: 8, height: 8) { _, _ in 0 }
        let size = PixelSize(width: 60_000, height: 60_000)
        file.claimedSize = size
        let head = file.bytes
        #expect(throws: DecodingError.tooManyPixels(size, limit: 64 << 20)) { try decode(head) }
        #expect(throws: DecodingError.tooManyPixels(size, limit: 64 << 20)) {
            try unsafe ImageDecoders.header(of: head.span.bytes)
        }
    }

    @Test func `a picture is refused for memory from the first byte that it does not fit, and not before`() throws {
        var file = JPEGFile.color(1, 2, 3, width: 200, height: 120, horizontal: 2, vertical: 2)
        try expectBorder(of: file.bytes)
        file.frame = 0xC2
        try expectBorder(of: file.bytes)
    }

    @Test func `the coefficients of a progressive picture count at their real sampling`() throws {
        func needed(_ file: JPEGFile) throws -> Int {
            let request = ThumbnailRequest(limits: DecodingLimits(memory: 1))
            let error = #expect(throws: DecodingError.self) { try ImageDecoders.thumbnail(of: file.bytes, request) }
            guard case .tooMuchMemory(.jpeg, let needed, allowed: 1)? = error else { return 0 }
            return needed
        }
        var file = JPEGFile.color(1, 2, 3, width: 1600, height: 1600, horizontal: 2, vertical: 2)
        let baseline = try needed(file)
        file.frame = 0xC2
        // Two bytes a sample: one and a half samples a pixel, or three.
        #expect(abs(try needed(file) - baseline - 1600 * 1600 * 3) < 4096)
        var whole = JPEGFile.color(1, 2, 3, width: 1600, height: 1600)
        whole.frame = 0xC2
        #expect(abs(try needed(whole) - baseline - 1600 * 1600 * 6) < 200_000)
    }

    @Test func `a progressive picture whose coefficients exceed the limit is refused from its header`() throws {
        var file = JPEGFile.color(1, 2, 3)
        file.frame = 0xC2
        file.claimedSize = PixelSize(width: 8000, height: 8000)
        let error = #expect(throws: DecodingError.self) { try decode(file.bytes) }
        guard case .tooMuchMemory(.jpeg, let needed, 160 << 20)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > 8000 * 8000 * 6)
    }

    @Test func `more scans than allowed are refused`() throws {
        var file = JPEGFile.color(1, 2, 3)
        file.frame = 0xC2
        _ = try decode(file.bytes, limits: DecodingLimits(maxScans: 4))
        #expect(throws: DecodingError.tooComplex(.jpeg, reason: "more than 3 scans")) {
            try decode(file.bytes, limits: DecodingLimits(maxScans: 3))
        }
    }

    @Test func `kinds that libjpeg does not read are unsupported`() {
        var file = JPEGFile.gray(width: 8, height: 8) { _, _ in 0 }
        file.precision = 12
        file.frame = 0xC1
        #expect(isUnsupported(file))
        file.precision = 8
        file.frame = 0xC3
        #expect(isUnsupported(file))
        file = JPEGFile.color(1, 2, 3)
        file.components.removeLast()
        #expect(isUnsupported(file))
    }

    private func isUnsupported(_ file: JPEGFile) -> Bool {
        do throws(DecodingError) {
            _ = try decode(file.bytes)
            return false
        } catch .unsupported {
            return true
        } catch {
            return false
        }
    }

    private func decode(
        _ file: [UInt8], _ strictness: Strictness = .strict, side: Int = 4096, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodingError) -> Thumbnail {
        let box = PixelSize(width: side, height: side)
        return try unsafe ImageDecoders.thumbnail(
            of: file.span.bytes, ThumbnailRequest(box: box, limits: limits, strictness: strictness))
    }

    private func pixel(_ thumbnail: Thumbnail, _ column: Int, _ row: Int) -> [UInt8] {
        let place = (row * thumbnail.bitmap.size.width + column) * 4
        return Array(thumbnail.bitmap.pixels[place..<place + 4])
    }

    private func adobe(_ transform: UInt8) -> (marker: UInt8, body: [UInt8]) {
        (0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }

    private func exif(_ orientation: UInt8) -> (marker: UInt8, body: [UInt8]) {
        (
            0xE1,
            Array("Exif\0\0II*\0".utf8) + [
                8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
            ]
        )
    }
}
