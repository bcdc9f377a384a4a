/// What a decode takes, counted up from the header before any of it is taken.
///
/// The count is never below what is really taken, and seldom more than half above it, so that what fits is decoded.
struct DecodingMemory {
    /// What every decode takes: the codec's own state and tables, and small buffers, in bytes.
    static let base = 1 << 20

    private let format: ImageFormat
    private let allowed: Int
    /// The bytes that were counted so far; `Int.max` where they are more than a number holds.
    private(set) var needed: Int

    /// Begins with what every decode takes and the bytes of the file, which stay in memory until its end.
    init(_ format: ImageFormat, limits: DecodingLimits, fileLength: Int) {
        self.format = format
        allowed = limits.memory
        needed = Self.base
        add(fileLength)
    }

    /// What is left of the limit.
    var rest: Int { max(allowed - needed, 0) }

    /// Up to so many bytes a picture that does not stream is held whole, for the best quality: a tenth of the limit.
    var smallPicture: Int { allowed / 10 }

    /// Counts so many bytes more, so many times.
    mutating func add(_ bytes: Int, times count: Int = 1) {
        let (product, overflows) = bytes.multipliedReportingOverflow(by: count)
        let (sum, exceeds) = needed.addingReportingOverflow(product)
        needed = overflows || exceeds ? .max : sum
    }

    /// Counts what a colour profile of so many bytes takes: itself, lcms2's copy, its tables as wide numbers, and the
    /// transform that is made of them.
    mutating func addProfile(length: Int?) {
        guard let length else { return }
        add(length, times: 6)
        add(Self.transformSize)
    }

    /// The tables of a transform, whatever the profile, in bytes: those that lcms2 computes ahead are no larger.
    private static let transformSize = 1 << 20

    /// Counts the thumbnail, and what the resampler takes for rows of `source` of so many channels.
    mutating func addThumbnail(from source: PixelSize, _ geometry: ThumbnailGeometry, channels: Int) {
        let target = geometry.target
        add(target.area, times: 4)
        add(target.width, times: 4 + 2 * channels)
        guard geometry.region.width != Double(target.width) || geometry.region.height != Double(target.height) else {
            return
        }
        let taps = (
            columns: Self.taps(geometry.region.width / Double(target.width), source.width),
            rows: Self.taps(geometry.region.height / Double(target.height), source.height)
        )
        // Weights of 16 bits, twice while they are put together, and where they begin and end.
        add(taps.columns * 4 + 12, times: target.width)
        add(taps.rows * 4 + 12, times: target.height)
        // Rows as wide as the target, and one as wide as the source, of 16-bit samples.
        add(taps.rows, times: channels * target.width * 2)
        add(source.width + taps.columns, times: channels * 2)
    }

    /// How many samples a target sample is made of at most, as `FilterTable` rounds them.
    private static func taps(_ scale: Double, _ count: Int) -> Int {
        (min(Int(6 * max(scale, 1)) + 2, count) + 7) & ~7
    }

    /// Refuses what takes more than allowed.
    func check() throws(DecodingError) {
        guard needed <= allowed else { throw .tooMuchMemory(format, needed: needed, allowed: allowed) }
    }
}
