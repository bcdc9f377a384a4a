/// The light of printed inks where no profile says what they are: measured on a coated-paper offset press.
///
/// Plain multiplication of what inks let through makes colours that no press prints. Here the light was measured where
/// each ink covers nothing, 70 % and all of the paper, and is interpolated between; against the press profile it was
/// fitted to, photographs differ by 1 to 3 levels on average.
///
/// A file that no program for the press has left its words in may be a drawing. Then colours that a person draws, and no
/// separation of a photograph makes, are what they say: black alone is a gray of that darkness, so that text is black,
/// and full inks are red, green, blue and what lies between them. A photograph's colours mix three inks, and pass
/// smoothly from the one to the other.
struct PressInks {
    /// Whether drawn colours are looked for.
    let mayBeDrawn: Bool

    /// Makes RGBA of rows of inks as JPEG files store them (255 is none), in place.
    var rows: RowTransform {
        { row in
            for place in stride(from: 0, to: row.count, by: 4) {
                let (red, green, blue) = light(
                    of: (255 - row[place], 255 - row[place + 1], 255 - row[place + 2], 255 - row[place + 3]))
                row[place] = red
                row[place + 1] = green
                row[place + 2] = blue
                row[place + 3] = 255
            }
        }
    }

    /// The light that inks reflect: cyan, magenta, yellow, black; 255 covers all.
    func light(of inks: (UInt8, UInt8, UInt8, UInt8)) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let share = mayBeDrawn ? Self.shareOfDrawn(inks) : 0
        let pressed = Self.printed(inks)
        guard share > 0 else { return pressed }
        func mixed(_ ink: UInt8, _ pressed: UInt8) -> UInt8 {
            let plain = ((255 - Int(ink)) * (255 - Int(inks.3)) + 127) / 255
            return UInt8((plain * share + Int(pressed) * (256 - share) + 128) >> 8)
        }
        return (mixed(inks.0, pressed.red), mixed(inks.1, pressed.green), mixed(inks.2, pressed.blue))
    }

    /// How much of a colour is drawn rather than separated, in 256ths: all of it up to 4 levels from a drawn one, nothing
    /// from 12 levels on.
    private static func shareOfDrawn(_ inks: (UInt8, UInt8, UInt8, UInt8)) -> Int {
        let (cyan, magenta, yellow) = (Int(inks.0), Int(inks.1), Int(inks.2))
        let fromGray = max(cyan, magenta, yellow)
        let fromFull = max(
            min(cyan, 255 - cyan), min(magenta, 255 - magenta), min(yellow, 255 - yellow), Int(inks.3))
        return min(max(12 - min(fromGray, fromFull), 0) * 32, 256)
    }

    /// The light that inks reflect on paper.
    private static func printed(_ inks: (UInt8, UInt8, UInt8, UInt8)) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let cells = (cell(inks.0), cell(inks.1), cell(inks.2), cell(inks.3))
        let base = ((cells.0.node * 3 + cells.1.node) * 3 + cells.2.node) * 3 + cells.3.node
        func channel(_ channel: Int) -> UInt8 {
            /// The value between two nodes, with `shift` bits of fraction more than they have.
            func along(_ axis: Int, _ node: Int) -> Int {
                guard axis < 4 else { return Int(nodes[node * 3 + channel]) }
                let (step, part) =
                    switch axis {
                    case 0: (27, cells.0.part)
                    case 1: (9, cells.1.part)
                    case 2: (3, cells.2.part)
                    default: (1, cells.3.part)
                    }
                let (low, high) = (along(axis + 1, node), part == 0 ? 0 : along(axis + 1, node + step))
                return low * (256 - part) + high * part
            }
            return UInt8(clamping: (along(0, base) + 1 << 31) >> 32)
        }
        return (channel(0), channel(1), channel(2))
    }

    /// Between which measured coverages an ink lies, and how far along, in 256ths.
    private static func cell(_ ink: UInt8) -> (node: Int, part: Int) {
        let ink = Int(ink)
        return ink < 179 ? (0, ink * 256 / 179) : (1, (ink - 179) * 256 / 76)
    }

    /// Red, green and blue for each coverage (0, 70 %, all) of cyan, magenta, yellow and black, the last fastest.
    ///
    /// Inks beyond sRGB lie outside 0 to 255, so that what is between them is right.
    private static let nodes: [Int16] = [
        255, 255, 255, 103, 96, 99, 39, 37, 42,
        255, 228, 95, 105, 102, 67, 40, 36, 35,
        257, 232, 3, 104, 96, 41, 42, 37, 34,
        232, 98, 154, 103, 64, 86, 41, 27, 39,
        233, 103, 89, 101, 58, 53, 38, 26, 37,
        234, 97, 47, 101, 59, 39, 42, 28, 40,
        228, 37, 136, 102, 31, 72, 39, 22, 37,
        228, 39, 75, 100, 35, 51, 36, 21, 35,
        227, 37, 41, 101, 35, 42, 43, 27, 40,
        36, 169, 225, 48, 87, 103, 27, 33, 43,
        68, 168, 114, 51, 80, 63, 26, 32, 38,
        73, 162, 64, 53, 81, 41, 28, 33, 40,
        111, 93, 155, 58, 53, 78, 27, 27, 37,
        106, 85, 87, 61, 55, 57, 31, 29, 39,
        106, 86, 54, 60, 52, 42, 25, 26, 37,
        102, 41, 127, 59, 30, 70, 27, 25, 36,
        102, 47, 80, 57, 29, 49, 29, 28, 40,
        101, 45, 53, 58, 29, 42, 24, 26, 39,
        -130, 159, 225, -34, 74, 98, 27, 31, 43,
        -101, 147, 112, -8, 73, 65, 27, 29, 38,
        -83, 145, 61, -2, 71, 46, 25, 26, 35,
        15, 78, 148, 25, 46, 79, 25, 25, 38,
        32, 77, 90, 26, 44, 55, 31, 27, 37,
        36, 75, 56, 28, 43, 43, 32, 28, 41,
        52, 36, 125, 31, 28, 68, 24, 24, 36,
        51, 37, 76, 30, 29, 51, 32, 34, 42,
        51, 39, 54, 34, 32, 44, 33, 33, 44,
    ]
}
