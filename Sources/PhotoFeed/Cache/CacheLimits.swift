/// How much the disk tier may hold; what a current entry shows is never evicted for it.
public struct CacheLimits: Equatable, Sendable {
    /// Bytes of originals and thumbnails together, 512 MiB by default.
    public var maxBytes: Int
    /// Originals and thumbnails together; 0 for no such limit, the default.
    public var maxCount: Int
    /// Bytes of the file system that stay free; 0 for no such limit, the default.
    public var minFreeBytes: Int

    /// Makes limits.
    public init(maxBytes: Int = 512 << 20, maxCount: Int = 0, minFreeBytes: Int = 0) {
        self.maxBytes = maxBytes
        self.maxCount = maxCount
        self.minFreeBytes = minFreeBytes
    }
}
