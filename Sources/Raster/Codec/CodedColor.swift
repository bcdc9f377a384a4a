/// A colour space named by the numbers that video and the cICP chunk of PNG use.
///
/// - Source: ITU-T H.273, 8.1 (ColourPrimaries) and 8.2 (TransferCharacteristics).
struct CodedColor: Equatable {
    /// A colour's place in the CIE 1931 diagram.
    struct Chromaticity: Equatable {
        let x: Double
        let y: Double
    }

    /// The light that full red, green and blue give, and all three together.
    struct Primaries: Equatable {
        let red: Chromaticity
        let green: Chromaticity
        let blue: Chromaticity
        let white: Chromaticity

        /// Numbers in the order of the specification's table: green, blue, red, white.
        fileprivate init(_ numbers: [Double]) {
            green = Chromaticity(x: numbers[0], y: numbers[1])
            blue = Chromaticity(x: numbers[2], y: numbers[3])
            red = Chromaticity(x: numbers[4], y: numbers[5])
            white = Chromaticity(x: numbers[6], y: numbers[7])
        }
    }

    /// From stored numbers to light: `x^g`, or `(ax + b)^g` from `d` on and `cx` below.
    enum Curve: Equatable {
        case power(Double)
        case withLinearFoot(g: Double, a: Double, b: Double, c: Double, d: Double)

        /// Of sRGB.
        static let sRGB = withLinearFoot(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    }

    let primaries: Primaries
    let curve: Curve

    /// Whether the numbers are sRGB's.
    var isSRGB: Bool { primaries == Self.table[1] && curve == .sRGB }

    /// Names a space by its numbers.
    ///
    /// - Throws: `ColorProfileError.unsupported` for what is not converted: PQ and HLG, whose light is not relative to
    ///   white, and spaces no picture uses.
    init(primaries: UInt8, transfer: UInt8) throws(ColorProfileError) {
        let curve: Curve? =
            switch transfer {
            case 1, 6, 14, 15: .withLinearFoot(g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081)
            case 4: .power(2.2)
            case 5: .power(2.8)
            case 8: .power(1)
            case 13: .sRGB
            default: nil
            }
        guard let curve, let primaries = Self.table[primaries] else {
            throw .unsupported(primaries: primaries, transfer: transfer)
        }
        self.primaries = primaries
        self.curve = curve
    }

    private static let table: [UInt8: Primaries] = [
        1: Primaries([0.300, 0.600, 0.150, 0.060, 0.640, 0.330, 0.3127, 0.3290]),
        5: Primaries([0.290, 0.600, 0.150, 0.060, 0.640, 0.330, 0.3127, 0.3290]),
        6: Primaries([0.310, 0.595, 0.155, 0.070, 0.630, 0.340, 0.3127, 0.3290]),
        7: Primaries([0.310, 0.595, 0.155, 0.070, 0.630, 0.340, 0.3127, 0.3290]),
        9: Primaries([0.170, 0.797, 0.131, 0.046, 0.708, 0.292, 0.3127, 0.3290]),
        11: Primaries([0.265, 0.690, 0.150, 0.060, 0.680, 0.320, 0.314, 0.351]),
        12: Primaries([0.265, 0.690, 0.150, 0.060, 0.680, 0.320, 0.3127, 0.3290]),
    ]
}
