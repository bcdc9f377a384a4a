internal import CLCMS

/// A conversion to sRGB from a space of three primaries and their curves, which is what nearly all profiles in photographs are.
///
/// The same arithmetic as lcms2's own for such spaces, to within a level, in 16384th parts of full light: made in a
/// twentieth and run in a tenth of its time.
struct MatrixTransform: Sendable {
    /// The light of every stored number, by channel: red's 256, green's, blue's.
    private let light: [Int]
    /// Rows of the matrix from that light to sRGB's, in 16384th parts.
    private let matrix: [Int]
    /// The sRGB number of every light.
    private let encoding: [UInt8]

    /// Full light.
    private static let one = 1 << 14

    /// Makes a conversion; `nil` where the profile is not such a space.
    ///
    /// - Throws: `ColorProfileError.malformed` where there is no memory for it.
    init?(from profile: borrowing ColorProfile) throws(ColorProfileError) {
        guard let space = try profile.primariesAndLight() else { return nil }
        // From XYZ under D50 to sRGB.
        // - Source: the inverse of IEC 61966-2-1's primaries under the Bradford adaptation of ICC.1:2010, annex E.
        let inverse = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        var matrix: [Int] = []
        for row in inverse {
            for place in space.primaries {
                let part = row[0] * place.X + row[1] * place.Y + row[2] * place.Z
                guard abs(part) < 1000 else { return nil }
                matrix.append(Int((part * Double(Self.one)).rounded()))
            }
        }
        self.matrix = matrix
        light = space.light.map { Int((min(max($0, 0), 1) * Float(Self.one)).rounded()) }
        // A number takes the light from half a level below it to half a level above.
        var encoding = [UInt8](repeating: 0, count: Self.one + 1)
        var start = 0
        for level in 0...255 {
            let end = level == 255 ? encoding.count : Int((space.limits[level] * Float(Self.one)).rounded(.up))
            for index in start..<max(start, end) { encoding[index] = UInt8(level) }
            start = max(start, end)
        }
        self.encoding = encoding
    }

    /// Converts a row in place, four bytes a pixel; alpha stays as it is.
    func convert(_ row: inout MutableSpan<UInt8>) {
        unsafe row.withUnsafeMutableBytes { row in
            unsafe light.withUnsafeBufferPointer { light in
                unsafe matrix.withUnsafeBufferPointer { matrix in
                    unsafe encoding.withUnsafeBufferPointer { encoding in
                        for place in stride(from: 0, to: row.count - 3, by: 4) {
                            let red = unsafe light[Int(row[place])]
                            let green = unsafe light[256 + Int(row[place + 1])]
                            let blue = unsafe light[512 + Int(row[place + 2])]
                            for channel in 0..<3 {
                                let sum =
                                    unsafe matrix[channel * 3] &* red &+ matrix[channel * 3 + 1] &* green
                                    &+ matrix[channel * 3 + 2] &* blue
                                let part = min(max((sum &+ 1 << 13) >> 14, 0), Self.one)
                                unsafe row[place + channel] = encoding[part]
                            }
                        }
                    }
                }
            }
        }
    }
}
