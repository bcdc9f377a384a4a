internal import CResample

/// Scales planes of different resolution, such as luma and subsampled chroma, to one target and joins them there.
///
/// Each plane is scaled straight from its own resolution, so that neither upsampling nor colour conversion is paid for
/// at the source's size.
struct PlanarBuilder {
    /// A plane as it is decoded.
    struct Plane: Equatable, Sendable {
        /// Samples a row and rows that lie in the picture.
        var size: PixelSize
        /// Samples from the start of one row to the next.
        var stride: Int
        /// Rows that come at a time.
        var rowsAtOnce: Int
        /// Samples of the plane for one column of the picture.
        var horizontalScale: Double
        /// Samples of the plane for one row of the picture.
        var verticalScale: Double

        /// Samples that come at a time.
        var sampleCount: Int { stride * rowsAtOnce }
    }

    /// Planes of the same shape, scaled together.
    private struct Group {
        let plane: Plane
        /// The first plane and how many follow one another.
        let first: Int
        let count: Int
        var resampler: Resampler
    }

    private let model: PixelModel
    private let target: PixelSize
    private let level: CResample_level
    private let transform: RowTransform?
    private var groups: [Group]
    private var canvas: UprightCanvas
    private var joined: [Int16]
    private var row: [UInt8]

    /// Prepares for the rows of planes.
    ///
    /// - Parameters:
    ///   - planes: one a component, in the model's order.
    ///   - model: what they mean together.
    ///   - geometry: the part of the picture that is wanted, and the target's size, as the rows are coded.
    ///   - orientation: how the coded rows lie when the picture is upright.
    ///   - transform: what makes sRGB of finished rows; `nil` where they are sRGB, or CMYK without a profile.
    ///   - level: the instructions to use; by default the fastest this machine has.
    init(
        planes: [Plane], model: PixelModel, geometry: ThumbnailGeometry, orientation: Orientation,
        transform: RowTransform?, level: CResample_level = CResample_best_level()
    ) {
        self.model = model
        self.level = level
        self.transform = transform
        canvas = UprightCanvas(coded: geometry.target, orientation: orientation)
        row = [UInt8](repeating: 0, count: geometry.target.width * 4)
        let region = geometry.region
        target = geometry.target
        joined = [Int16](repeating: 0, count: planes.count * geometry.target.width)
        let finest = (
            width: planes.map { $0.horizontalScale }.max() ?? 1, height: planes.map { $0.verticalScale }.max() ?? 1
        )
        let (widths, heights) = (planes.map { $0.size.width }.max() ?? 1, planes.map { $0.size.height }.max() ?? 1)
        var shapes: [(plane: Plane, first: Int, count: Int, rows: FilterTable)] = []
        for (index, plane) in planes.enumerated() {
            if let last = shapes.last, last.plane == plane {
                shapes[shapes.count - 1].count += 1
                continue
            }
            let rows = FilterTable(
                sampleCount: plane.size.height, offset: region.y * plane.verticalScale,
                length: region.height * plane.verticalScale, targetCount: geometry.target.height,
                doubledCount: plane.verticalScale * 2 == finest.height ? heights : nil)
            shapes.append((plane, index, 1, rows))
        }
        groups = shapes.map { shape in
            let columns = FilterTable(
                sampleCount: shape.plane.size.width, offset: region.x * shape.plane.horizontalScale,
                length: region.width * shape.plane.horizontalScale, targetCount: geometry.target.width,
                doubledCount: shape.plane.horizontalScale * 2 == finest.width ? widths : nil)
            let resampler = Resampler(
                columns: columns, rows: shape.rows, channels: shape.count, scale: .byte,
                rowsKept: Self.rowsKept(shape.plane, shape.rows, beside: shapes.map { ($0.plane, $0.rows) }),
                level: level)
            return Group(plane: shape.plane, first: shape.first, count: shape.count, resampler: resampler)
        }
    }

    /// Takes the next `rowsAtOnce` rows of every plane, one plane after the other; rows past a plane's end are ignored.
    ///
    /// - Precondition: there are `rowsAtOnce` times `stride` samples of each.
    mutating func append(_ samples: [UInt8]) {
        precondition(samples.count == groups.reduce(0) { $0 + $1.count * $1.plane.sampleCount })
        var offset = 0
        for index in groups.indices {
            takeRows(of: samples, from: offset, group: index)
            offset += groups[index].count * groups[index].plane.sampleCount
        }
        while groups.allSatisfy({ $0.resampler.hasRow }) { paintRow() }
    }

    /// The thumbnail.
    consuming func finish() -> Bitmap { canvas.finish() }

    private mutating func takeRows(of samples: [UInt8], from offset: Int, group index: Int) {
        let (plane, count, level) = (groups[index].plane, groups[index].count, level)
        for line in 0..<min(plane.rowsAtOnce, plane.size.height - groups[index].resampler.taken) {
            guard groups[index].resampler.wantsNextRow else {
                groups[index].resampler.skipRow()
                continue
            }
            unsafe groups[index].resampler.takeRow { widened, stride in
                unsafe samples.withUnsafeBufferPointer { samples in
                    guard let samples = samples.baseAddress else { return }
                    for channel in 0..<count {
                        let place = offset + channel * plane.sampleCount + line * plane.stride
                        unsafe CResample_widen_samples(
                            level, samples + place, widened + channel * stride, plane.size.width)
                    }
                }
            }
        }
    }

    private mutating func paintRow() {
        for index in groups.indices {
            groups[index].resampler.makeRow(into: &joined, at: groups[index].first * target.width)
        }
        PixelPacking.pack(joined, model, into: &row, level: level)
        if let transform {
            var span = row.mutableSpan
            transform(&span)
        }
        canvas.paint(row)
    }

    /// How many rows a plane must keep: what its target rows need while the planes beside it are still behind.
    private static func rowsKept(_ plane: Plane, _ rows: FilterTable, beside all: [(Plane, FilterTable)]) -> Int {
        var kept = 0
        for target in 0..<rows.starts.count {
            let batches = all.map { other, table in
                (table.end(target) + other.rowsAtOnce - 1) / other.rowsAtOnce
            }
            let taken = min((batches.max() ?? 0) * plane.rowsAtOnce, plane.size.height)
            kept = max(kept, taken - Int(rows.starts[target]))
        }
        return kept
    }
}
