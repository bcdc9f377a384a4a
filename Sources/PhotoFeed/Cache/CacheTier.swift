public import Raster

/// Names one thumbnail: the original's bytes, and what was made of them.
public struct CacheKey: Hashable, Sendable {
    /// SHA-256 of the original's bytes, 64 lower-case hexadecimal digits.
    public let digest: String
    /// The box asked for, in pixels.
    public var box: PixelSize
    /// How the picture was fitted into the box.
    public var fit: Fit

    @usableFromInline let start: UInt64

    /// Makes a key.
    public init(digest: String, box: PixelSize, fit: Fit) {
        self.digest = digest
        // A digest is spread evenly already: 16 of its 64 digits, read once, tell as much as hashing all at every use.
        start = UInt64(digest.prefix(16), radix: 16) ?? 0
        self.box = box
        self.fit = fit
    }

    /// The digest's start tells originals apart; what else differs is told apart by comparing.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(start) }
}

/// A place where thumbnails are kept.
public protocol CacheTier: Sendable {
    /// The thumbnail of a key, or `nil`: a damaged one is a miss too.
    func bitmap(for key: CacheKey) -> Bitmap?
    /// Keeps a thumbnail; what cannot be kept is left out.
    func store(_ bitmap: Bitmap, for key: CacheKey)
    /// Forgets a thumbnail.
    func remove(_ key: CacheKey)
}
