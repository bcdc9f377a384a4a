internal import CResample

/// Scales rows of samples to a target size as they come, top to bottom: separable lanczos3 in fixed-point arithmetic.
///
/// Integers make the result the same on every machine. Only the rows that a target row is made of are kept, already
/// as wide as the target. Samples come in as planes of one scale and leave as 16-bit numbers with 6 fractional bits.
struct Resampler {
    /// What an incoming sample counts for.
    enum SampleScale: Sendable {
        /// 0 to 255.
        case byte
        /// 0 to 255 times 128: premultiplied samples, which need the fraction.
        case byteTimes128

        /// The shift that leaves 6 fractional bits after a sample was multiplied by a 14-bit weight.
        var shift: Int32 { self == .byte ? 8 : 15 }
    }

    /// The fractional bits of the samples that leave.
    static let fractionBits = 6

    /// How many planes there are.
    let channels: Int
    /// The size of what leaves.
    let target: PixelSize
    /// Weights along a row and down a column.
    let columns: FilterTable
    let rows: FilterTable
    /// The number of source rows taken so far.
    private(set) var taken = 0
    /// The number of target rows handed out so far.
    private(set) var produced = 0

    private let scale: SampleScale
    private let level: CResample_level
    private let capacity: Int
    private let stride: Int
    private var ring: [Int16]
    private var input: [Int16]

    /// Prepares to scale.
    ///
    /// - Parameters:
    ///   - columns: the weights along a row.
    ///   - rows: the weights down a column.
    ///   - channels: how many planes there are.
    ///   - scale: what a sample counts for.
    ///   - rowsKept: how many rows to keep, where the taker drains late; at least and by default what one target row
    ///     needs.
    ///   - level: the instructions to use; by default the fastest this machine has.
    init(
        columns: FilterTable, rows: FilterTable, channels: Int, scale: SampleScale, rowsKept: Int = 0,
        level: CResample_level = CResample_best_level()
    ) {
        self.columns = columns
        self.rows = rows
        self.channels = channels
        self.scale = scale
        self.level = level
        target = PixelSize(width: columns.starts.count, height: rows.starts.count)
        capacity = max(rows.longest, rowsKept)
        stride = columns.sampleCount + columns.taps
        ring = [Int16](repeating: 0, count: capacity * channels * target.width)
        input = [Int16](repeating: 0, count: channels * stride)
    }

    /// Whether the next source row matters to any target row.
    var wantsNextRow: Bool { produced < target.height && taken >= Int(rows.starts[produced]) }

    /// Whether the next target row can be made.
    var hasRow: Bool { produced < target.height && taken >= rows.end(produced) }

    /// Skips a source row that no target row is made of.
    mutating func skipRow() { taken += 1 }

    /// Takes the next source row: `fill` writes the samples of every plane, `stride` apart.
    mutating func takeRow(_ fill: (_ planes: UnsafeMutablePointer<Int16>, _ stride: Int) -> Void) {
        let width = target.width
        let slot = taken % capacity * channels * width
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe ring.withUnsafeMutableBufferPointer { ring in
                guard let planes = input.baseAddress, let kept = ring.baseAddress else { return }
                unsafe fill(planes, stride)
                for channel in 0..<channels {
                    unsafe CResample_filter_columns(
                        level, planes + channel * stride, kept + slot + channel * width, width, columns.starts,
                        columns.weights, columns.taps, scale.shift)
                }
            }
        }
        taken += 1
    }

    /// Makes the next target row, `channels` planes of `target.width` samples one after the other, at a place of `row`.
    ///
    /// - Precondition: `hasRow`, and there is room in `row`.
    mutating func makeRow(into row: inout [Int16], at place: Int = 0) {
        let count = channels * target.width
        precondition(hasRow && place >= 0 && place + count <= row.count)
        let first = Int(rows.starts[produced]) % capacity
        unsafe rows.weights.withUnsafeBufferPointer { weights in
            unsafe row.withUnsafeMutableBufferPointer { row in
                guard let weights = weights.baseAddress, let row = row.baseAddress else { return }
                unsafe CResample_filter_rows(
                    level, ring, capacity, first, weights + produced * rows.taps, rows.counts[produced], row + place,
                    count)
            }
        }
        produced += 1
    }
}
