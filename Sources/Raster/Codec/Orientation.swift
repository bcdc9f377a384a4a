/// How the coded rows and columns of a picture lie when it is upright.
///
/// - Source: Exif 2.32, 4.6.4 A, tag 274 (Orientation).
enum Orientation: Int, Sendable, CaseIterable {
    /// As coded.
    case up = 1
    /// Mirrored left to right.
    case mirrored = 2
    /// Turned by half.
    case turned = 3
    /// Mirrored top to bottom.
    case flipped = 4
    /// Coded rows are the upright columns: first row at the left, first column at the top.
    case transposed = 5
    /// Coded rows are the upright columns: first row at the right, first column at the top.
    case rotatedRight = 6
    /// Coded rows are the upright columns: first row at the right, first column at the bottom.
    case transversed = 7
    /// Coded rows are the upright columns: first row at the left, first column at the bottom.
    case rotatedLeft = 8

    /// Whether rows and columns change places.
    var swapsAxes: Bool { rawValue >= 5 }

    /// Whether the first coded column ends up at the far side.
    var reversesColumns: Bool { self == .mirrored || self == .turned || self == .transversed || self == .rotatedLeft }

    /// Whether the first coded row ends up at the far side.
    var reversesRows: Bool { self == .turned || self == .flipped || self == .rotatedRight || self == .transversed }

    /// The upright size of a picture coded at `size`, and the other way round.
    func applied(to size: PixelSize) -> PixelSize { swapsAxes ? size.transposed : size }
}
