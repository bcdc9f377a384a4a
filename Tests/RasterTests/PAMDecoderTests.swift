import Testing

@testable import Raster

@Suite struct PAMDecoderTests {
    let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), pixels: noise(24))

    @Test func `what the encoder wrote comes back`() throws {
        #expect(try decode(PAMEncoder.encode(bitmap)) == bitmap)
    }

    @Test func `a cut file is refused wherever it is cut`() {
        let file = PAMEncoder.encode(bitmap)
        for count in 0..<file.count {
            #expect(throws: PAMError.self, "cut to \(count) bytes") { try decode(Array(file.prefix(count))) }
        }
    }

    @Test func `bytes behind the pixels are refused`() {
        let file = PAMEncoder.encode(bitmap) + [0]
        #expect(throws: PAMError.trailingBytes(expected: file.count - 1, found: file.count)) { try decode(file) }
    }

    @Test(arguments: [
        ("DEPTH 4", "DEPTH 3", PAMError.unsupported(field: "DEPTH", value: "3", expected: "4")),
        ("MAXVAL 255", "MAXVAL 65535", .unsupported(field: "MAXVAL", value: "65535", expected: "255")),
        ("WIDTH 3", "WIDTH 0", .unsupported(field: "WIDTH", value: "0", expected: "1...16777216")),
        (
            "WIDTH 3", "WIDTH 99999999999999999999",
            .unsupported(field: "WIDTH", value: "99999999999999999999", expected: "1...16777216")
        ),
        ("HEIGHT 2\n", "", .unsupported(field: "HEIGHT", value: nil, expected: "1...16777216")),
        ("HEIGHT 2", "WIDTH 3", .malformedHeader(line: "WIDTH 3")),
        ("P7\n", "P6\n", .notAPAM),
    ])
    func `a header of another kind is refused by name`(from: String, to: String, error: PAMError) {
        let file = String(decoding: PAMEncoder.encode(bitmap).prefix(128), as: UTF8.self)
        guard let range = file.firstRange(of: from) else {
            Issue.record("no \(from) in the header")
            return
        }
        let other = file.replacingCharacters(of: range, with: to)
        #expect(throws: error) { try decode(Array(other.utf8)) }
    }

    @Test func `an endless header is not read to its end`() {
        let file = Array("P7\n#".utf8) + [UInt8](repeating: 32, count: 1 << 20)
        #expect(throws: PAMError.notAPAM) { try decode(file) }
    }

    private func decode(_ file: [UInt8]) throws -> Bitmap {
        try unsafe PAMDecoder.decode(file.span.bytes)
    }
}

extension String {
    fileprivate func replacingCharacters(of range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
