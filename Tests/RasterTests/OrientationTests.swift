import Testing

@testable import Raster

@Suite struct OrientationTests {
    @Test(arguments: 1...8, [false, true])
    func `the tag is read in both byte orders`(_ value: Int, _ isBigEndian: Bool) {
        #expect(read(exif([(0x0112, 3, 1, value)], isBigEndian: isBigEndian)).rawValue == value)
        #expect(read(exif([(0x0112, 4, 1, value)], isBigEndian: isBigEndian)).rawValue == value)
    }

    @Test func `a tag that makes no sense counts as none`() {
        #expect(read(exif([(0x0112, 3, 1, 0)])) == .up)
        #expect(read(exif([(0x0112, 3, 1, 9)])) == .up)
        #expect(read(exif([(0x0112, 4, 1, 65_542)])) == .up)
        #expect(read(exif([(0x0112, 2, 1, 6)])) == .up)
        #expect(read(exif([(0x0112, 3, 0, 6)])) == .up)
        #expect(read(exif([(0x0112, 3, Int(Int32.max), 6)])) == .up)
    }

    @Test func `of repeated tags the first counts, in any order of tags`() {
        #expect(
            read(exif([(0x0131, 2, 1, 0), (0x0112, 3, 1, 6), (0x010F, 2, 1, 0), (0x0112, 3, 1, 3)])) == .rotatedRight)
    }

    @Test func `the second directory is the embedded thumbnail's and does not count`() {
        var bytes = exif([(0x0131, 2, 1, 0)])
        let second = exif([(0x0112, 3, 1, 6)]).dropFirst(8)
        bytes[22] = UInt8(bytes.count)
        bytes += second
        #expect(read(bytes) == .up)
    }

    @Test func `a directory that loops back to itself is read once`() {
        var bytes = exif([(0x0112, 3, 1, 8)])
        bytes[22] = 8
        #expect(read(bytes) == .rotatedLeft)
    }

    @Test func `a block cut anywhere is read as far as it goes`() {
        let whole = exif([(0x0131, 2, 1, 0), (0x0112, 3, 1, 6)])
        for count in 0..<whole.count {
            let isTagWhole = count >= 8 + 2 + 24
            #expect(read(Array(whole[..<count])) == (isTagWhole ? .rotatedRight : .up))
        }
    }

    @Test func `a directory outside of the block is none`() {
        #expect(read([0x49, 0x49, 0x2A, 0, 0xF0, 0xFF, 0xFF, 0xFF]) == .up)
        #expect(read([]) == .up)
        #expect(read(Array("not TIFF at all".utf8)) == .up)
    }

    private func read(_ bytes: [UInt8]) -> Orientation { unsafe Orientation(exif: bytes.span.bytes) }

    /// A TIFF block of one directory: tag, type, count and value of each entry.
    private func exif(_ entries: [(tag: Int, type: Int, count: Int, value: Int)], isBigEndian: Bool = false) -> [UInt8]
    {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return isBigEndian ? little.reversed() : little
        }
        var block = isBigEndian ? Array("MM\0*".utf8) : Array("II*\0".utf8)
        block += bytes(8, 4) + bytes(entries.count, 2)
        for entry in entries {
            block += bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 4)
            block += entry.type == 3 ? bytes(entry.value, 2) + [0, 0] : bytes(entry.value, 4)
        }
        return block + bytes(0, 4)
    }
}
