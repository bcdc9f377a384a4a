/// The pixels of an interlaced picture, joined to fewer as its passes come: each the mean of those it is made of.
///
/// Colours are summed up weighted by their alpha, so that hidden pixels do not show.
struct InterlacedGrid {
    /// The seven passes of Adam7: where each begins, and the steps to its next column and row.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#8InterlaceMethods
    static let passes: [(x: Int, y: Int, columns: Int, rows: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// More columns or rows than this are not joined: the sums of 255 · 255 for each of their pixels fit in 32 bits.
    private static let mostJoined = 256

    private let source: PixelSize
    private let size: PixelSize
    private let layout: SampleLayout
    private let joined: (columns: Int, rows: Int)
    /// The sums of each cell's channels; in `wide` where they may exceed 16 bits.
    private var narrow: [UInt16] = []
    private var wide: [UInt32] = []
    /// The place in a row of sums of each column of the picture.
    private let places: [Int32]
    /// How many rows of each pass came.
    private var rowsTaken = [Int](repeating: 0, count: passes.count)

    /// How many columns and rows become one so that a grid is still `margin` times the target; `nil` for none.
    static func joining(_ geometry: ThumbnailGeometry, margin: Double) -> (columns: Int, rows: Int)? {
        func count(_ length: Double, _ target: Int) -> Int {
            min(max(Int(length / Double(target) / margin), 1), mostJoined)
        }
        let joined = (
            columns: count(geometry.region.width, geometry.target.width),
            rows: count(geometry.region.height, geometry.target.height)
        )
        return joined.columns * joined.rows > 1 ? joined : nil
    }

    /// The size of the grid of a picture.
    static func size(of picture: PixelSize, joining joined: (columns: Int, rows: Int)) -> PixelSize {
        PixelSize(
            width: (picture.width + joined.columns - 1) / joined.columns,
            height: (picture.height + joined.rows - 1) / joined.rows)
    }

    /// What the grid of a picture takes, in bytes.
    static func byteCount(
        of picture: PixelSize, channels: Int, hasAlpha: Bool, joining joined: (columns: Int, rows: Int)
    ) -> Int {
        let size = size(of: picture, joining: joined)
        let cell = channels * (isWide(hasAlpha: hasAlpha, joined) ? 4 : 2)
        // Beside it, the places of columns and how many of each pass are in a cell.
        return size.area * cell + picture.width * 4 + size.width * passes.count * 8
    }

    /// Whether sums may exceed 16 bits.
    private static func isWide(hasAlpha: Bool, _ joined: (columns: Int, rows: Int)) -> Bool {
        hasAlpha || joined.columns * joined.rows > 257
    }

    /// An empty grid for a picture.
    init(of picture: PixelSize, layout: SampleLayout, joining joined: (columns: Int, rows: Int)) {
        source = picture
        size = Self.size(of: picture, joining: joined)
        self.layout = layout
        self.joined = joined
        let count = size.area * layout.channels
        if Self.isWide(hasAlpha: layout.hasAlpha, joined) {
            wide = [UInt32](repeating: 0, count: count)
        } else {
            narrow = [UInt16](repeating: 0, count: count)
        }
        places = (0..<picture.width).map { Int32(clamping: $0 / joined.columns * layout.channels) }
    }

    /// Adds the next row of a pass.
    mutating func add(_ row: [UInt8], pass number: Int) {
        let pass = Self.passes[number]
        let y = pass.y + rowsTaken[number] * pass.rows
        precondition(y < source.height && pass.x < source.width)
        rowsTaken[number] += 1
        let start = y / joined.rows * size.width * layout.channels
        if wide.isEmpty {
            Self.add(row, layout, places, from: pass.x, by: pass.columns, to: &narrow, at: start)
        } else {
            Self.add(row, layout, places, from: pass.x, by: pass.columns, to: &wide, at: start)
        }
    }

    private static func add<Sum: FixedWidthInteger>(
        _ row: [UInt8], _ layout: SampleLayout, _ places: [Int32], from first: Int, by step: Int,
        to sums: inout [Sum], at start: Int
    ) {
        let (channels, hasAlpha) = (layout.channels, layout.hasAlpha)
        let (samples, places) = (row.span, places.span)
        var line = sums.mutableSpan
        var sample = 0
        for column in stride(from: first, to: places.count, by: step) {
            let place = start + Int(places[column])
            if hasAlpha {
                let weight = Sum(truncatingIfNeeded: samples[sample + channels - 1])
                for channel in 0..<channels - 1 {
                    line[place + channel] &+= Sum(truncatingIfNeeded: samples[sample + channel]) &* weight
                }
                line[place + channels - 1] &+= weight
            } else {
                for channel in 0..<channels {
                    line[place + channel] &+= Sum(truncatingIfNeeded: samples[sample + channel])
                }
            }
            sample += channels
        }
    }

    /// Hands on the rows of the grid; pixels that never came are transparent, or black.
    func finish(into builder: inout ThumbnailBuilder) {
        let columns = Self.passes.map { pass in
            (0..<size.width).map { Self.count(pass.x, pass.columns, in: $0, of: joined.columns, below: source.width) }
        }
        var row = [UInt8](repeating: 0, count: size.width * layout.channels)
        for y in 0..<size.height {
            let rows = Self.passes.indices.map { index in
                let pass = Self.passes[index]
                let end = min(pass.y + rowsTaken[index] * pass.rows, source.height)
                return Self.count(pass.y, pass.rows, in: y, of: joined.rows, below: end)
            }
            for x in 0..<size.width {
                let count = rows.indices.reduce(0) { $0 + columns[$1][x] * rows[$1] }
                average(cell: (y * size.width + x) * layout.channels, of: count, into: &row, at: x * layout.channels)
            }
            builder.append(row.span)
        }
    }

    private func average(cell: Int, of count: Int, into row: inout [UInt8], at place: Int) {
        func sum(_ channel: Int) -> Int { wide.isEmpty ? Int(narrow[cell + channel]) : Int(wide[cell + channel]) }
        let last = layout.channels - 1
        let weight = layout.hasAlpha ? sum(last) : count
        for channel in 0...last {
            let divisor = layout.hasAlpha && channel == last ? count : weight
            row[place + channel] = divisor == 0 ? 0 : UInt8(clamping: (sum(channel) + divisor / 2) / divisor)
        }
    }

    /// How many of the numbers from `first` on, `step` apart and below `end`, lie in the cell of so many.
    private static func count(_ first: Int, _ step: Int, in cell: Int, of length: Int, below end: Int) -> Int {
        func below(_ limit: Int) -> Int { limit <= first ? 0 : (limit - first + step - 1) / step }
        return below(min((cell + 1) * length, end)) - below(min(cell * length, end))
    }
}
