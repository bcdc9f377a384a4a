import Testing

@testable import Raster

@Suite struct ColorTransformTests {
    @Test func `a profile that is sRGB costs nothing`() {
        #expect(convert([1, 2, 3, 4], icc: ICCFile.sRGB.bytes) == nil)
    }

    @Test func `primaries exchanged exchange the samples, and alpha stays`() throws {
        let file = ICCFile.rgb(
            red: [0.3851, 0.7169, 0.0971], green: [0.4361, 0.2225, 0.0139], blue: [0.1431, 0.0606, 0.7141], gamma: nil)
        let row = try #require(convert([200, 100, 50, 7, 0, 255, 0, 255], icc: file.bytes))
        #expect(isNear(row, [100, 200, 50, 7, 255, 0, 0, 255]))
    }

    @Test func `a linear gray becomes as bright as sRGB writes it`() throws {
        let row = try #require(
            convert([55, 55, 55, 255, 0, 0, 0, 9], icc: ICCFile.gray(gamma: 1).bytes, layout: .grayAlpha))
        #expect(isNear(row, [128, 128, 128, 255, 0, 0, 0, 9]))
    }

    @Test func `a profile for other pixels is ignored and told`() {
        var notes: [String] = []
        let transform = ColorTransform.rows(icc: ICCFile.gray(gamma: 1).bytes, layout: .rgb, notes: &notes)
        #expect(transform == nil)
        #expect(notes == ["colour profile ignored: it is for gray pixels"])
    }

    @Test func `a damaged profile is ignored and told, wherever it is cut`() {
        let whole = ICCFile.rgb(red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 0.8], gamma: 1.8).bytes
        for count in [0, 1, 127, 128, 131, 140, 204] {
            var notes: [String] = []
            let transform = ColorTransform.rows(icc: Array(whole.prefix(count)), layout: .rgb, notes: &notes)
            #expect(transform == nil, "cut to \(count) bytes")
            #expect(notes == ["colour profile ignored: it is damaged"], "cut to \(count) bytes")
        }
    }

    @Test(arguments: [
        ICCFile.rgb(
            red: [0.6097, 0.3111, 0.0195], green: [0.2053, 0.6257, 0.0609], blue: [0.1492, 0.0632, 0.7446], gamma: 2.2),
        .rgb(
            red: [0.5151, 0.2412, -0.0011], green: [0.2919, 0.6922, 0.0419], blue: [0.1572, 0.0666, 0.7841], gamma: nil),
        .rgb(red: [0.7977, 0.2880, 0], green: [0.1352, 0.7119, 0], blue: [0.0313, 0, 0.8249], gamma: 1.8),
    ])
    func `the short way for primaries is within a level of lcms2's`(file: ICCFile) throws {
        let profile = try ColorProfile(icc: file.bytes)
        let matrix = try #require(try MatrixTransform(from: profile))
        let full = try ColorTransform(from: profile, for: .rgba)
        let row = noise(4 * 20_000)
        var (short, long) = (row, row)
        var span = short.mutableSpan
        matrix.convert(&span)
        var other = long.mutableSpan
        full.convert(&other)
        let differences = zip(short, long).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() == 1)
        #expect(differences.filter { $0 > 0 }.count < 4 * 20_000 / 20)
    }

    @Test func `a profile whose conversion may have any number of steps is ignored and told`() {
        var file = ICCFile.rgb(red: [0.6, 0.3, 0], green: [0.2, 0.6, 0.1], blue: [0.1, 0.1, 0.7], gamma: 1.8)
        file.tags.append(("D2B1", Array("mpet".utf8) + [0, 0, 0, 0, 0, 3, 0, 3, 0, 0, 0, 0]))
        var notes: [String] = []
        #expect(ColorTransform.rows(icc: file.bytes, layout: .rgb, notes: &notes) == nil)
        #expect(notes == ["colour profile ignored: it is for floating-point pixels"])
    }

    @Test func `a profile over the limit is not opened`() {
        var notes: [String] = []
        let long = ICCFile.sRGB.bytes + [UInt8](repeating: 0, count: 4 << 20)
        #expect(ColorTransform.rows(icc: long, layout: .rgb, notes: &notes) == nil)
        #expect(notes == ["colour profile ignored: it has \(long.count) bytes, more than 4194304"])
    }

    @Test func `a transform is used again for the same profile and layout`() {
        let icc = ICCFile.rgb(red: [0.6, 0.3, 0], green: [0.2, 0.6, 0.1], blue: [0.1, 0.1, 0.7], gamma: 1.7).bytes
        let first = convert([10, 20, 30, 255], icc: icc)
        #expect(first != nil)
        #expect(convert([10, 20, 30, 255], icc: icc) == first)
    }

    private func convert(_ row: [UInt8], icc: [UInt8], layout: SampleLayout = .rgba) -> [UInt8]? {
        var notes: [String] = []
        guard let transform = ColorTransform.rows(icc: icc, layout: layout, notes: &notes) else {
            #expect(notes.isEmpty)
            return nil
        }
        var row = row
        var span = row.mutableSpan
        transform(&span)
        return row
    }
}

/// Whether two rows differ by no more than two levels anywhere.
func isNear(_ row: [UInt8], _ other: [UInt8]) -> Bool {
    row.count == other.count && zip(row, other).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
}
