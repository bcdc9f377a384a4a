import Testing

@testable import Raster

@Suite struct JPEGScansTests {
    @Test func `coefficients that a thumbnail does not use are left undecoded where the bytes are trusted`() throws {
        var file = JPEGFile.gray(width: 256, height: 256) { column, row in (column + row) * 3 }
        file.frame = 0xC2
        var bytes = file.bytes
        let request = ThumbnailRequest(box: PixelSize(width: 16, height: 16))
        let strict = try unsafe ImageDecoders.thumbnail(of: bytes.span.bytes, request)
        var trusted = request
        trusted.strictness = .trusted
        #expect(try unsafe ImageDecoders.thumbnail(of: bytes.span.bytes, trusted) == strict)

        // Damage in the second scan, between its header and the end of the file.
        for index in bytes.count - 60..<bytes.count - 2 { bytes[index] = 0xAA }
        #expect(throws: DecodingError.self) { try unsafe ImageDecoders.thumbnail(of: bytes.span.bytes, request) }
        #expect(try unsafe ImageDecoders.thumbnail(of: bytes.span.bytes, trusted) == strict)
    }

    @Test func `all scans are kept where more than a quarter of the size is decoded`() {
        var file = JPEGFile.gray(width: 64, height: 64) { _, _ in 90 }
        file.frame = 0xC2
        #expect(kept(file, eighths: 1) != nil)
        #expect(kept(file, eighths: 4) == nil)
        #expect(kept(file, eighths: 8) == nil)
    }

    @Test func `a baseline file is kept whole`() {
        #expect(kept(.gray(width: 64, height: 64) { _, _ in 90 }, eighths: 1) == nil)
    }

    @Test func `chroma keeps what its finer scale uses`() throws {
        // At an eighth, subsampled chroma is decoded two samples wide and needs its second scan.
        var file = JPEGFile.color(76, 85, 255, width: 128, height: 128, horizontal: 2, vertical: 2)
        file.frame = 0xC2
        let whole = file.bytes
        let ranges = try #require(kept(file, eighths: 1))
        let scans = { (bytes: [UInt8]) in zip(bytes, bytes.dropFirst()).count { $0 == 0xFF && $1 == 0xDA } }
        #expect(scans(whole) == 4)
        #expect(scans(ranges.flatMap { whole[$0] }) == 3)
    }

    @Test func `a file cut anywhere leaves ranges inside of it`() {
        var file = JPEGFile.color(76, 85, 255, width: 64, height: 64)
        file.frame = 0xC2
        let whole = file.bytes
        for count in 0...whole.count {
            let bytes = Array(whole[..<count])
            for range in unsafe JPEGScans(bytes.span.bytes, eighths: 1).kept ?? [] {
                #expect(range.upperBound <= count)
            }
        }
    }

    private func kept(_ file: JPEGFile, eighths: Int) -> [Range<Int>]? {
        let bytes = file.bytes
        return unsafe JPEGScans(bytes.span.bytes, eighths: eighths).kept
    }
}
