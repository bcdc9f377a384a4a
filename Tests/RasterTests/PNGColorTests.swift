import Testing

@testable import Raster

@Suite struct PNGColorTests {
    let swapped = ICCFile.rgb(
        red: [0.3851, 0.7169, 0.0971], green: [0.4361, 0.2225, 0.0139], blue: [0.1431, 0.0606, 0.7141], gamma: nil)

    @Test func `an embedded profile is applied`() throws {
        let thumbnail = try decode(file([(.iCCP, iCCP(swapped.bytes))]))
        #expect(isNear(thumbnail.bitmap.pixels, [100, 200, 50, 255]))
        #expect(thumbnail.notes.isEmpty)
    }

    @Test func `colour numbers go before a profile`() throws {
        let thumbnail = try decode(file([(.cICP, [1, 13, 0, 1]), (.iCCP, iCCP(swapped.bytes))]))
        #expect(thumbnail.bitmap.pixels == [200, 100, 50, 255])
    }

    @Test func `Display P3 is converted`() throws {
        let thumbnail = try decode(file([(.cICP, [12, 13, 0, 1])], row: [0, 234, 51, 35]))
        #expect(isNear(thumbnail.bitmap.pixels, [255, 0, 0, 255]))
    }

    @Test func `high dynamic range is not converted, and told`() throws {
        let thumbnail = try decode(file([(.cICP, [9, 16, 0, 1])]))
        #expect(thumbnail.bitmap.pixels == [200, 100, 50, 255])
        #expect(thumbnail.notes == ["colour numbers ignored: colour space 9/16 is not converted"])
    }

    @Test func `a profile that inflates without end is ignored and told`() throws {
        let bomb = iCCP([UInt8](repeating: 0, count: 8 << 20))
        let thumbnail = try decode(file([(.iCCP, bomb)]))
        #expect(thumbnail.bitmap.pixels == [200, 100, 50, 255])
        #expect(thumbnail.notes == ["colour profile ignored: it is damaged"])
    }

    @Test(arguments: [[], [0x61], [0x61, 0], [0x61, 0, 1, 0x78], [UInt8](repeating: 0x61, count: 100)])
    func `a malformed profile chunk is ignored and told`(data: [UInt8]) throws {
        let thumbnail = try decode(file([(.iCCP, data)]))
        #expect(thumbnail.bitmap.pixels == [200, 100, 50, 255])
        #expect(thumbnail.notes.count == 1)
    }

    @Test func `gAMA is ignored`() throws {
        let thumbnail = try decode(file([(PNGChunk.Kind(rawValue: 0x6741_4D41), [0, 1, 0x86, 0xA0])]))
        #expect(thumbnail.bitmap.pixels == [200, 100, 50, 255])
    }

    private func file(_ before: [(kind: PNGChunk.Kind, data: [UInt8])], row: [UInt8] = [0, 200, 100, 50]) -> [UInt8] {
        PNGFile(width: 1, height: 1, rows: row, before: before).bytes
    }

    private func iCCP(_ profile: [UInt8]) -> [UInt8] { [0x61, 0, 0] + Deflater(level: 1).zlibStream(of: profile) }
}
