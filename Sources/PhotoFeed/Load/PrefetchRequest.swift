public import Raster

/// What is to be in the cache, and what that may cost.
public struct PrefetchRequest: Hashable, Sendable {
    /// The feed and the kind of thumbnails; the box is that of ``boxes``.
    public var photos: PhotoRequest
    /// The boxes of the thumbnails, at least one.
    public var boxes: [PixelSize]
    /// How many of the feed's photos, from the first; `nil` for all.
    public var count: Int?
    /// The most bytes of pictures to receive; `nil` for no such limit.
    public var budget: Int?
    /// The longest time from the start; `nil` for no such limit.
    public var deadline: Duration?

    /// Makes a request for all photos without limits.
    ///
    /// - Precondition: there is at least one box.
    public init(
        photos: PhotoRequest, boxes: [PixelSize], count: Int? = nil, budget: Int? = nil, deadline: Duration? = nil
    ) {
        precondition(!boxes.isEmpty, "a prefetch makes thumbnails of at least one size")
        self.photos = photos
        self.boxes = boxes
        self.count = count
        self.budget = budget
        self.deadline = deadline
    }
}

/// How far a prefetch is.
public struct PrefetchProgress: Equatable, Sendable {
    /// Photos that are settled, and all.
    public var doneCount, photoCount: Int
    /// Bytes of pictures received.
    public var receivedCount: Int
    /// The time since the start.
    public var elapsed: Duration

    /// Makes a report of its parts.
    public init(doneCount: Int, photoCount: Int, receivedCount: Int, elapsed: Duration) {
        self.doneCount = doneCount
        self.photoCount = photoCount
        self.receivedCount = receivedCount
        self.elapsed = elapsed
    }
}

/// What a prefetch came to.
public struct PrefetchSummary: Equatable, Sendable {
    /// Why a prefetch ended before all photos were there; the next one goes on from there.
    public enum End: String, Sendable {
        /// ``PrefetchRequest/budget`` is used up.
        case budget
        /// ``PrefetchRequest/deadline`` has come.
        case deadline
        /// More would evict what this prefetch has just stored.
        case cacheLimit
    }

    /// How the feed came.
    public var feed: Arrival
    /// Photos that were asked for.
    public var photoCount = 0
    /// Photos by how they came to be in the cache: transferred now, said to be unchanged, fresh, and kept though expired.
    public var fetchedCount = 0, revalidatedCount = 0, cachedCount = 0, staleCount = 0
    /// Photos that their hosts do not have or that are no pictures: another run would fare no better.
    public var leftOut: [LoadError] = []
    /// Photos that another run may get.
    public var failures: [LoadError] = []
    /// Bytes of pictures received.
    public var receivedCount = 0
    /// Why it ended early; `nil` where every photo was settled.
    public var end: End?
    /// Absolute paths of the originals that are in the cache, in the order of arrival.
    public var originals: [String] = []

    /// Photos that are in the cache.
    public var goodCount: Int { fetchedCount + revalidatedCount + cachedCount + staleCount }
}
