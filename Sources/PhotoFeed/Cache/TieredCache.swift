public import Raster
import Synchronization

/// Tiers asked in order, the fastest first: a hit below refills those above, and what is stored goes to all.
public final class TieredCache: CacheTier {
    /// The tiers, the fastest first.
    public let tiers: [any CacheTier]
    private let counts: Mutex<Statistics>

    /// How often each tier had what was asked for.
    public struct Statistics: Equatable, Sendable {
        /// Hits of each tier, in order.
        public var hits: [Int]
        /// Look-ups that no tier could serve.
        public var misses: Int
    }

    /// Joins tiers, the fastest first.
    public init(_ tiers: [any CacheTier]) {
        self.tiers = tiers
        counts = Mutex(Statistics(hits: tiers.map { _ in 0 }, misses: 0))
    }

    /// The counters of one moment.
    public var statistics: Statistics { counts.withLock { $0 } }

    /// The thumbnail of a key from the first tier that has it; the tiers above then have it too.
    public func bitmap(for key: CacheKey) -> Bitmap? {
        for (index, tier) in tiers.enumerated() {
            guard let bitmap = tier.bitmap(for: key) else { continue }
            for above in tiers[..<index] { above.store(bitmap, for: key) }
            for below in tiers[(index + 1)...] { below.noteHitAbove() }
            counts.withLock { $0.hits[index] += 1 }
            return bitmap
        }
        counts.withLock { $0.misses += 1 }
        return nil
    }

    /// Keeps a thumbnail in every tier.
    public func store(_ bitmap: Bitmap, for key: CacheKey) {
        for tier in tiers { tier.store(bitmap, for: key) }
    }

    /// Forgets a thumbnail in every tier.
    public func remove(_ key: CacheKey) {
        for tier in tiers { tier.remove(key) }
    }
}

extension MemoryCache: CacheTier where Key == CacheKey, Value == Bitmap {
    /// The thumbnail of a key, which becomes the most recently used.
    public func bitmap(for key: CacheKey) -> Bitmap? { object(forKey: key) }

    /// Keeps a thumbnail at the cost of its pixels, in bytes.
    public func store(_ bitmap: Bitmap, for key: CacheKey) {
        setObject(bitmap, forKey: key, cost: bitmap.byteCount)
    }

    /// Forgets a thumbnail.
    public func remove(_ key: CacheKey) { removeObject(forKey: key) }
}
