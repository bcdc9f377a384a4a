/// How a picture is fitted into a box; a picture is never enlarged.
public enum Fit: String, Sendable, CaseIterable {
    /// The whole picture inside the box.
    case contain
    /// The box filled, what hangs over cut away evenly.
    case cover
    /// The box's sides exactly, the ratio given up.
    case exact
}

/// What is asked of a decoder: the box, the fit, and the limits that hold before memory is taken.
public struct ThumbnailRequest: Hashable, Sendable {
    /// The box, in pixels.
    public var box: PixelSize
    /// How the picture is fitted into the box.
    public var fit: Fit
    /// The largest area of the result in pixels, for renderers that refuse larger; `nil` for no such limit.
    public var maxArea: Int?
    /// What a decoder refuses.
    public var limits: DecodingLimits
    /// Whether damage that a decoder can paint over is an error.
    public var strictness: Strictness

    /// Makes a request; without arguments, a whole picture inside 512 by 512 pixels.
    public init(
        box: PixelSize = PixelSize(width: 512, height: 512), fit: Fit = .contain, maxArea: Int? = nil,
        limits: DecodingLimits = DecodingLimits(), strictness: Strictness = .strict
    ) {
        self.box = box
        self.fit = fit
        self.maxArea = maxArea
        self.limits = limits
        self.strictness = strictness
    }
}

/// Whether damage that a decoder can paint over is an error.
public enum Strictness: Sendable, Hashable {
    /// Any warning of the codec fails the picture: what the cache admits.
    case strict
    /// What there is, is shown; the damage is told in `Thumbnail.notes`.
    case lenient
    /// As strict, for bytes that a strict request has decoded before: what cannot be seen at the size asked for is
    /// left undecoded, so that damage there goes unnoticed.
    case trusted
}

/// What a decoder refuses, checked from the header before memory is taken.
public struct DecodingLimits: Hashable, Sendable {
    /// The largest `maxPixels`, in pixels: beyond it a single row may be more than a machine has memory for.
    public static let largestMaxPixels = 1 << 30

    /// The standard `memory`: 160 MiB, which leaves the rest of the program room in the 256 MiB of the shipped unit.
    public static let standardMemory = 160 << 20

    /// The largest coded area, in pixels; 64 Mi by default, at most `largestMaxPixels`.
    public var maxPixels: Int {
        didSet { maxPixels = min(maxPixels, Self.largestMaxPixels) }
    }
    /// The most memory that a decode may take, in bytes: pixels, coefficients, tables, the thumbnail, and the file's bytes.
    ///
    /// A decoder estimates from the header what it will take, and throws `DecodingError.tooMuchMemory` before it takes more.
    public var memory: Int
    /// The largest number of scans of a progressive JPEG.
    public var maxScans: Int
    /// The formats that are decoded; all by default.
    public var formats = Set(ImageFormat.allCases)

    /// Makes limits; the defaults are the contract's.
    public init(maxPixels: Int = 64 << 20, memory: Int = standardMemory, maxScans: Int = 100) {
        self.maxPixels = min(maxPixels, Self.largestMaxPixels)
        self.memory = memory
        self.maxScans = maxScans
    }
}

/// A decoded picture: upright, in sRGB, at the size asked for.
public struct Thumbnail: Equatable, Sendable {
    /// The pixels.
    public var bitmap: Bitmap
    /// The original's size when upright, in pixels.
    public var originalSize: PixelSize
    /// What the original's bytes are.
    public var format: ImageFormat
    /// What a person should know, such as ignored profiles and damage painted over; empty for a clean picture.
    public var notes: [String]

    /// Makes a thumbnail of its parts.
    public init(bitmap: Bitmap, originalSize: PixelSize, format: ImageFormat, notes: [String] = []) {
        self.bitmap = bitmap
        self.originalSize = originalSize
        self.format = format
        self.notes = notes
    }
}
