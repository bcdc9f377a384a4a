import DecodeWorker
import Testing

@testable import Raster

/// Every format, under the list of system calls that its library is left: what comes of it is what comes of it without.
@Suite struct ConfinedDecodingTests {
    private static let swapped = ICCFile.rgb(
        red: [0.3851, 0.7169, 0.0971], green: [0.4361, 0.2225, 0.0139], blue: [0.1431, 0.0606, 0.7141], gamma: nil)

    private static func profile(_ icc: ICCFile) -> (marker: UInt8, body: [UInt8]) {
        (0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + icc.bytes)
    }

    private var inks: JPEGFile {
        var file = JPEGFile(width: 64, height: 48, components: [])
        for (index, sample) in [255, 128, 200, 90].enumerated() {
            file.components.append(JPEGFile.Component(id: UInt8(index + 1)) { _, _ in sample })
        }
        return file
    }

    @Test func `JPEG, baseline and progressive`() throws {
        var file = JPEGFile.color(90, 100, 160, width: 160, height: 120, horizontal: 2, vertical: 2)
        try expectSame(file.bytes, "baseline")
        file.frame = 0xC2
        try expectSame(file.bytes, "progressive")
    }

    @Test func `JPEG with a profile, of three primaries and for lcms2`() throws {
        var color = JPEGFile.color(90, 100, 160, width: 64, height: 48)
        color.segments = [Self.profile(Self.swapped)]
        try expectSame(color.bytes, "three primaries")
        var gray = JPEGFile.gray(width: 64, height: 48) { column, _ in column * 30 }
        gray.segments = [Self.profile(.gray(gamma: 1))]
        try expectSame(gray.bytes, "gray")
    }

    @Test func `JPEG of inks, with and without a profile`() throws {
        var file = inks
        try expectSame(file.bytes, "inks")
        file.segments = [Self.profile(Self.swapped)]
        try expectSame(file.bytes, "inks with a profile of another kind")
    }

    @Test func `PNG of rows, of 16 bits, and interlaced`() throws {
        var rows: [UInt8] = []
        for row in 0..<40 {
            rows.append(0)
            for column in 0..<60 { rows.append(UInt8((column * 4 + row) & 255)) }
        }
        try expectSame(PNGFile(width: 20, height: 40, rows: rows).bytes, "rows")
        try expectSame(PNGFile(width: 30, height: 40, depth: 16, type: .gray, rows: rows).bytes, "16 bits")
        let interlaced = PNGFile(width: 2, height: 2, type: .gray, interlaced: true, rows: [0, 1, 0, 2, 0, 3, 4])
        try expectSame(interlaced.bytes, "interlaced")
    }

    @Test func `PNG with a profile, and with coded colours`() throws {
        let row: [UInt8] = [0, 200, 100, 50]
        let profile: [UInt8] = [0x61, 0, 0] + Deflater(level: 1).zlibStream(of: Self.swapped.bytes)
        try expectSame(PNGFile(width: 1, height: 1, rows: row, before: [(.iCCP, profile)]).bytes, "profile")
        try expectSame(PNGFile(width: 1, height: 1, rows: row, before: [(.cICP, [9, 16, 0, 1])]).bytes, "coded")
    }

    @Test func `GIF`() throws {
        let file: [UInt8] =
            Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 10, 20, 30, 40, 50, 60]
            + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
        try expectSame(file, "GIF")
    }

    @Test func `WebP, lossless, lossy, with a profile, and an animation`() throws {
        let frame: [UInt8] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        for chunks in [
            WebPDecoderTests.lossless, WebPDecoderTests.lossy,
            extended(2, 1) + chunk("ICCP", Self.swapped.bytes) + WebPDecoderTests.lossless,
            extended(5, 2) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame + WebPDecoderTests.lossless),
        ] {
            try expectSame(chunk("RIFF", Array("WEBP".utf8) + chunks), "WebP")
        }
    }

    /// At the picture's own size, reduced, and cut to a square, strictly and not.
    private func expectSame(_ file: [UInt8], _ name: String) throws {
        let workers = DecodeWorkers()
        for (side, fit) in [(512, Fit.contain), (8, .cover), (4, .exact)] {
            for strictness in [Strictness.strict, .trusted, .lenient] {
                let request = ThumbnailRequest(
                    box: PixelSize(width: side, height: side), fit: fit, strictness: strictness)
                let expected = outcome(InProcessDecoder(), file, request)
                #expect(outcome(workers, file, request) == expected, "\(name) in \(side) pixels")
                if strictness == .lenient { _ = try expected.get() }
            }
        }
    }

    private func outcome(
        _ decoder: any PictureDecoder, _ bytes: [UInt8], _ request: ThumbnailRequest
    ) -> Result<Thumbnail, DecodingError> {
        do throws(DecodingError) { return .success(try decoder.thumbnail(of: bytes, request)) } catch {
            return .failure(error)
        }
    }

    private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> ($0 * 8)) }
        return Array(name.utf8) + length + data + [UInt8](repeating: 0, count: data.count % 2)
    }

    private func extended(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = [width - 1, height - 1].flatMap { side in (0..<3).map { UInt8(side >> ($0 * 8) & 0xFF) } }
        return chunk("VP8X", [0, 0, 0, 0] + sides)
    }
}
