internal import Glibc

extension Bitmap {
    /// The picture in a palette's colours, over white: what a pixel is wrong by, its neighbours make good.
    ///
    /// The error is that of light, not of sRGB's numbers, since it is light in which the eye mixes dots: half of all
    /// pixels white are the gray 188, not 128. Which colour a pixel gets is decided by sRGB's numbers, near to what the
    /// eye tells apart, so that the edges of letters stay where they are. Rows are walked to and fro, which keeps the
    /// error from running in stripes. A pixel that has one of the palette's colours keeps it, and what was to be made
    /// good there is dropped: so paper stays white next to a photo.
    ///
    /// - Source: Floyd and Steinberg, "An Adaptive Algorithm for Spatial Grayscale", 1976, for the weights.
    public func dithered(to palette: Palette) -> IndexedBitmap {
        let matcher = ColorMatcher(palette)
        let width = size.width
        var indices = [UInt8](repeating: 0, count: size.area)
        // A pixel more at either end takes what runs over the edge.
        var errors = [Light](repeating: .zero, count: width + 2)
        var below = errors
        // Beyond all light there is no colour, and the error would never be made good.
        let (lowest, highest) = (Light(repeating: -LightTable.one / 4), Light(repeating: LightTable.one / 4 * 5))
        for y in 0..<size.height {
            let step = y % 2 == 0 ? 1 : -1
            var x = step > 0 ? 0 : width - 1
            for _ in 0..<width {
                let color = matcher.colorOverWhite(pixels, at: (y * width + x) * 4)
                if let index = matcher.exact(color) {
                    indices[y * width + x] = index
                } else {
                    let wanted = (matcher.light(of: color) &+ (errors[x + 1] &+ 8) &>> 4)
                        .clamped(lowerBound: lowest, upperBound: highest)
                    let index = matcher.nearest(to: wanted)
                    indices[y * width + x] = index
                    let error = wanted &- matcher.light(at: index)
                    errors[x + 1 + step] &+= error &* 7
                    below[x + 1 - step] &+= error &* 3
                    below[x + 1] &+= error &* 5
                    below[x + 1 + step] &+= error
                }
                x += step
            }
            swap(&errors, &below)
            for index in below.indices { below[index] = .zero }
        }
        return IndexedBitmap(size: size, palette: palette, indices: indices)
    }
}

/// Red, green and blue light, 65,535 being all; for grays the first part alone counts, and the others are 0.
private typealias Light = SIMD4<Int32>

/// Between sRGB's numbers and light, both ways.
private struct LightTable {
    /// All light.
    static let one: Int32 = 65_535

    private let linear: [Int32]
    private let coded: [UInt8]

    /// - Source: IEC 61966-2-1.
    init() {
        linear = (0...255).map { number in
            let value = Double(number) / 255
            let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            return Int32((light * Double(Self.one)).rounded())
        }
        coded = (0...4095).map { number in
            let light = Double(number) / 4095
            let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((value * 255).rounded())
        }
    }

    func light(of number: UInt8) -> Int32 { linear[Int(number)] }

    func number(of light: Int32) -> Int32 { Int32(coded[Int(min(max(light, 0), Self.one)) >> 4]) }
}

/// Finds a palette's colours: grays by their light alone, others by all three parts.
private struct ColorMatcher {
    private let isGray: Bool
    private let table = LightTable()
    private let colors: [Palette.Color]
    private let numbers: [Light]
    private let lights: [Light]
    private let known: [Palette.Color: UInt8]

    init(_ palette: Palette) {
        isGray = palette.grayDepth != nil
        colors = palette.colors
        let (isGray, table) = (isGray, table)
        func parts(_ color: Palette.Color, _ part: (UInt8) -> Int32) -> Light {
            isGray
                ? Light(part(color.red), 0, 0, 0)
                : Light(part(color.red), part(color.green), part(color.blue), 0)
        }
        numbers = colors.map { parts($0, Int32.init) }
        lights = colors.map { parts($0, table.light(of:)) }
        // Of equal colours the first counts.
        known = Dictionary(colors.indices.map { (palette.colors[$0], UInt8($0)) }) { first, _ in first }
    }

    /// A pixel over white.
    func colorOverWhite(_ pixels: [UInt8], at place: Int) -> Palette.Color {
        let alpha = UInt32(pixels[place + 3])
        func part(_ channel: Int) -> UInt8 {
            UInt8((UInt32(pixels[place + channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
        return Palette.Color(red: part(0), green: part(1), blue: part(2))
    }

    /// The light of a colour; of grays, its luminance.
    func light(of color: Palette.Color) -> Light {
        let (red, green, blue) = (table.light(of: color.red), table.light(of: color.green), table.light(of: color.blue))
        // The weights of BT.709, 4096 together.
        return isGray ? Light((red * 871 + green * 2929 + blue * 296) / 4096, 0, 0, 0) : Light(red, green, blue, 0)
    }

    /// Which of the palette's colours this is exactly.
    func exact(_ color: Palette.Color) -> UInt8? {
        // Most grays are looked for in few: those that are none need not be hashed.
        if isGray, color.red != color.green || color.green != color.blue { return nil }
        return known[color]
    }

    /// The light of one of the palette's colours.
    func light(at index: UInt8) -> Light { lights[Int(index)] }

    /// The colour that is nearest in sRGB's numbers, green counting most and blue least.
    func nearest(to wanted: Light) -> UInt8 {
        let target = Light(
            table.number(of: wanted[0]), isGray ? 0 : table.number(of: wanted[1]),
            isGray ? 0 : table.number(of: wanted[2]), 0)
        let weights = Light(3, 6, 1, 0)
        var (best, bestDistance) = (0, Int32.max)
        for index in numbers.indices {
            let difference = numbers[index] &- target
            let distance = (difference &* difference &* weights).wrappedSum()
            if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        return UInt8(best)
    }
}
