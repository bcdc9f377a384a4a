public import Synchronization

/// Keeps values in memory up to a cost and a count, and lets go of the least recently used first.
///
/// The API and the meaning are NSCache's, but keys and values are of any type and the order is a true LRU. Every call is
/// O(1) and may come from any thread; a value is released after the lock, so that its `deinit` may call the cache.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What the cache did since it was made, and what it holds.
    public typealias Statistics = MemoryCacheStatistics

    @usableFromInline let state: Mutex<LeastRecentlyUsed<Key, Value>>
    @usableFromInline let pressure: MemoryPressure?

    /// Makes an empty cache; a limit of 0 is no limit.
    ///
    /// With `pressure` a value that is added when memory has become short evicts the least recently used half first.
    @inlinable public init(totalCostLimit: Int = 0, countLimit: Int = 0, pressure: MemoryPressure? = nil) {
        state = Mutex(LeastRecentlyUsed(totalCostLimit: totalCostLimit, countLimit: countLimit))
        self.pressure = pressure
    }

    /// The largest sum of costs, 0 for no limit; a smaller one evicts at once.
    public var totalCostLimit: Int {
        get { state.withLock { $0.totalCostLimit } }
        set { _ = state.withLock { $0.setLimits(totalCost: newValue, count: $0.countLimit) } }
    }

    /// The largest number of values, 0 for no limit; a smaller one evicts at once.
    public var countLimit: Int {
        get { state.withLock { $0.countLimit } }
        set { _ = state.withLock { $0.setLimits(totalCost: $0.totalCostLimit, count: newValue) } }
    }

    /// The value of a key, which becomes the most recently used; `nil` is a miss.
    @inlinable public func object(forKey key: Key) -> Value? {
        state.withLock { $0.value(for: key) }
    }

    /// Keeps a value, in place of the key's old one, and evicts what no longer fits.
    ///
    /// A value that costs more than the whole limit is not kept, and the key's old value is gone all the same. A
    /// negative cost counts as 0.
    @inlinable public func setObject(_ value: Value, forKey key: Key, cost: Int = 0) {
        if let pressure, pressure.hasRisen() { trimToHalf() }
        _ = state.withLock { $0.setValue(value, for: key, cost: max(0, cost)) }
    }

    /// Evicts the least recently used values until half of the cost and half of the number is left: memory is short.
    public func trimToHalf() {
        _ = state.withLock { $0.trimToHalf() }
    }

    /// Forgets a key.
    @inlinable public func removeObject(forKey key: Key) {
        _ = state.withLock { $0.removeValue(for: key) }
    }

    /// Forgets everything; the counters stay.
    @inlinable public func removeAllObjects() {
        _ = state.withLock { $0.removeAll() }
    }

    /// The counters and the present contents, all of one moment.
    public var statistics: Statistics { state.withLock { $0.statistics } }
}

/// What a memory tier did since it was made, and what it holds.
public struct MemoryCacheStatistics: Equatable, Sendable {
    /// Look-ups that found their key.
    public var hits = 0
    /// Look-ups that did not.
    public var misses = 0
    /// Values let go to keep a limit.
    public var evictions = 0
    /// Values held.
    public var count = 0
    /// Sum of the costs of the values held.
    public var totalCost = 0

    /// Starts at zero.
    public init() {}
}
