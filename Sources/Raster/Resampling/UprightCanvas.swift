/// The bitmap being painted: rows come as they are coded and are laid down upright.
struct UprightCanvas {
    private let orientation: Orientation
    private let coded: PixelSize
    private var pixels: [UInt8]
    private var painted = 0

    /// An empty (transparent black) canvas for rows of a picture whose coded size is `coded`.
    init(coded: PixelSize, orientation: Orientation) {
        self.coded = coded
        self.orientation = orientation
        pixels = [UInt8](repeating: 0, count: coded.area * 4)
    }

    /// Lays down the next coded row of RGBA pixels; rows after the last are ignored.
    mutating func paint(_ row: [UInt8]) {
        guard painted < coded.height else { return }
        let line = orientation.reversesRows ? coded.height - 1 - painted : painted
        painted += 1
        if !orientation.swapsAxes, !orientation.reversesColumns {
            pixels.replaceSubrange(line * coded.width * 4..<(line + 1) * coded.width * 4, with: row)
            return
        }
        let step = orientation.swapsAxes ? coded.height * 4 : 4
        let start = orientation.swapsAxes ? line * 4 : line * coded.width * 4
        for column in 0..<coded.width {
            let place = start + step * (orientation.reversesColumns ? coded.width - 1 - column : column)
            for sample in 0..<4 { pixels[place + sample] = row[column * 4 + sample] }
        }
    }

    /// The bitmap, with what was not painted left transparent.
    consuming func finish() -> Bitmap { Bitmap(size: orientation.applied(to: coded), pixels: pixels) }
}
