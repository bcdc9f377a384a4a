/// Where a codec puts its rows: scales, converts to sRGB and turns upright whatever comes, top to bottom.
///
/// A codec makes one from what the header says, appends every row as it is decoded, and takes the bitmap. Nothing
/// full-size is held.
struct ThumbnailBuilder {
    /// The coded size of the picture, in pixels.
    let size: PixelSize
    /// How the samples of a row lie.
    let layout: SampleLayout

    private let target: PixelSize
    private let origin: (x: Int, y: Int)
    private let transform: RowTransform?
    private var resampler: Resampler?
    private var canvas: UprightCanvas
    private var rowIndex = 0
    private var planes: [Int16]
    private var row: [UInt8]

    /// Prepares for the rows of a picture.
    ///
    /// - Parameters:
    ///   - size: the size of what comes, in pixels.
    ///   - layout: how the samples of a row lie.
    ///   - orientation: how the coded rows lie when the picture is upright.
    ///   - geometry: the part of what comes that is shown, and the target's size, as the rows are coded.
    ///   - transform: what makes sRGB of finished rows; `nil` where they are sRGB, or CMYK without a profile.
    init(
        size: PixelSize, layout: SampleLayout, orientation: Orientation, geometry: ThumbnailGeometry,
        transform: RowTransform? = nil
    ) {
        self.size = size
        self.layout = layout
        self.transform = transform
        target = geometry.target
        origin = (Int(geometry.region.x), Int(geometry.region.y))
        canvas = UprightCanvas(coded: geometry.target, orientation: orientation)
        row = [UInt8](repeating: 0, count: geometry.target.width * 4)
        let isScaled =
            geometry.region.width != Double(target.width) || geometry.region.height != Double(target.height)
        planes = isScaled ? [Int16](repeating: 0, count: layout.channels * target.width) : []
        resampler =
            isScaled
            ? Resampler(
                columns: FilterTable(
                    sampleCount: size.width, offset: geometry.region.x, length: geometry.region.width,
                    targetCount: target.width),
                rows: FilterTable(
                    sampleCount: size.height, offset: geometry.region.y, length: geometry.region.height,
                    targetCount: target.height),
                channels: layout.channels, scale: layout.hasAlpha ? .byteTimes128 : .byte)
            : nil
    }

    /// Takes the next row, `size.width * layout.channels` bytes; rows after the last are ignored.
    ///
    /// - Precondition: the row is that long.
    mutating func append(_ samples: Span<UInt8>) {
        precondition(samples.count == size.width * layout.channels)
        guard rowIndex < size.height else { return }
        defer { rowIndex += 1 }
        guard resampler != nil else {
            guard rowIndex >= origin.y, rowIndex < origin.y + target.height else { return }
            PixelPacking.pack(samples, layout, from: origin.x, into: &row)
            paint()
            return
        }
        scale(samples)
    }

    /// The thumbnail; rows that never came stay transparent.
    consuming func finish() -> Bitmap { canvas.finish() }

    private mutating func scale(_ samples: Span<UInt8>) {
        guard var resampler = resampler.take() else { return }
        if resampler.wantsNextRow {
            let (layout, width) = (layout, size.width)
            unsafe resampler.takeRow { planes, stride in
                unsafe PixelPacking.split(samples, layout, pixels: width, into: planes, stride: stride)
            }
        } else {
            resampler.skipRow()
        }
        while resampler.hasRow {
            resampler.makeRow(into: &planes)
            PixelPacking.pack(planes, layout.model, into: &row)
            paint()
        }
        self.resampler = resampler
    }

    private mutating func paint() {
        if let transform {
            var span = row.mutableSpan
            transform(&span)
        }
        canvas.paint(row)
    }
}
