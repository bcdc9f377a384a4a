import PhotoFeed
import Testing

@Suite struct MemoryCacheTests {
    @Test func `a value is found until it is removed, replaced or everything is`() {
        let cache = MemoryCache<String, Int>()
        #expect(cache.object(forKey: "a") == nil)
        cache.setObject(1, forKey: "a")
        cache.setObject(2, forKey: "b")
        cache.setObject(3, forKey: "a")
        #expect(cache.object(forKey: "a") == 3)
        cache.removeObject(forKey: "a")
        cache.removeObject(forKey: "never there")
        #expect(cache.object(forKey: "a") == nil)
        #expect(cache.object(forKey: "b") == 2)
        cache.removeAllObjects()
        #expect(cache.object(forKey: "b") == nil)
        #expect(cache.statistics.count == 0)
    }

    @Test func `the least recently used goes first, and a look-up is a use`() {
        let cache = MemoryCache<String, Int>(countLimit: 2)
        cache.setObject(1, forKey: "a")
        cache.setObject(2, forKey: "b")
        _ = cache.object(forKey: "a")
        cache.setObject(3, forKey: "c")
        #expect(cache.object(forKey: "a") == 1)
        #expect(cache.object(forKey: "b") == nil)
        #expect(cache.object(forKey: "c") == 3)
    }

    @Test func `costs keep to their limit, and a value above it is not kept`() {
        let cache = MemoryCache<String, Int>(totalCostLimit: 10)
        cache.setObject(1, forKey: "a", cost: 6)
        cache.setObject(2, forKey: "b", cost: 4)
        cache.setObject(3, forKey: "c", cost: 5)
        #expect(cache.object(forKey: "a") == nil)
        #expect(cache.statistics.totalCost == 9)
        cache.setObject(4, forKey: "big", cost: 11)
        #expect(cache.object(forKey: "big") == nil)
        #expect(cache.statistics.count == 2)
        cache.setObject(5, forKey: "b", cost: 11)
        #expect(cache.object(forKey: "b") == nil, "the old value must not stand in for the one that was set")
    }

    @Test func `lower limits evict at once, and 0 is no limit`() {
        let cache = MemoryCache<Int, Int>()
        for number in 0..<100 { cache.setObject(number, forKey: number, cost: 10) }
        #expect(cache.statistics.count == 100)
        cache.countLimit = 50
        #expect(cache.statistics.count == 50)
        cache.totalCostLimit = 95
        #expect(cache.statistics.count == 9)
        #expect(cache.object(forKey: 99) == 99)
        #expect(cache.totalCostLimit == 95)
        #expect(cache.countLimit == 50)
    }

    @Test func `extreme costs neither overflow nor trap`() {
        let cache = MemoryCache<Int, Int>()
        cache.setObject(1, forKey: 1, cost: .max)
        cache.setObject(2, forKey: 2, cost: .max)
        cache.setObject(3, forKey: 3, cost: .min)
        #expect(cache.object(forKey: 1) == nil)
        #expect(cache.object(forKey: 2) == 2)
        #expect(cache.object(forKey: 3) == 3)
        #expect(cache.statistics.totalCost == .max)
    }

    @Test func `hits, misses and evictions are counted`() {
        let cache = MemoryCache<Int, Int>(countLimit: 1)
        cache.setObject(1, forKey: 1, cost: 3)
        cache.setObject(2, forKey: 2, cost: 4)
        _ = (cache.object(forKey: 1), cache.object(forKey: 2), cache.object(forKey: 2))
        var expected = MemoryCacheStatistics()
        (expected.hits, expected.misses, expected.evictions) = (2, 1, 1)
        (expected.count, expected.totalCost) = (1, 4)
        #expect(cache.statistics == expected)
    }

    @Test func `a value that calls the cache when it goes finds it unlocked`() {
        final class Caller: Sendable {
            let cache: MemoryCache<Int, Caller>
            init(_ cache: MemoryCache<Int, Caller>) { self.cache = cache }
            deinit { _ = cache.object(forKey: 0) }
        }
        let cache = MemoryCache<Int, Caller>(countLimit: 1)
        for number in 0..<3 { cache.setObject(Caller(cache), forKey: number) }
        cache.setObject(Caller(cache), forKey: 2)
        cache.countLimit = 1
        cache.removeObject(forKey: 2)
        cache.setObject(Caller(cache), forKey: 3)
        cache.removeAllObjects()
        #expect(cache.statistics.misses == 5)
    }

    @Test func `half of it goes when memory is short, the least recently used`() {
        let cache = MemoryCache<Int, Int>()
        for number in 0..<10 { cache.setObject(number, forKey: number, cost: number == 9 ? 20 : 1) }
        _ = cache.object(forKey: 0)
        cache.trimToHalf()
        #expect(cache.statistics.count == 1, "the costly one is more than half of the cost")
        #expect(cache.object(forKey: 0) == 0)
        cache.trimToHalf()
        #expect(cache.statistics.count == 0)
        cache.trimToHalf()
        #expect(cache.statistics.evictions == 10)
    }

    @Test(arguments: [1, 2, 3], [12, 300])
    func `ten thousand random operations agree with a plain list`(seed: UInt64, size: Int) {
        var random = SplitMix(state: seed)
        var model = PlainList(totalCostLimit: 4 * size, countLimit: size)
        let cache = MemoryCache<Int, Int>(totalCostLimit: 4 * size, countLimit: size)
        for step in 0..<10_000 {
            let key = Int.random(in: 0..<2 * size, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case ..<45:
                #expect(cache.object(forKey: key) == model.object(forKey: key), "step \(step)")
            case ..<90:
                let cost = Int.random(in: 0..<45, using: &random)
                cache.setObject(step, forKey: key, cost: cost)
                model.setObject(step, forKey: key, cost: cost)
            case ..<97:
                cache.removeObject(forKey: key)
                model.remove(key)
            case ..<99:
                let limits = (
                    Int.random(in: 0..<5 * size, using: &random), Int.random(in: 0...size, using: &random)
                )
                (cache.totalCostLimit, cache.countLimit) = limits
                (model.totalCostLimit, model.countLimit) = limits
                model.trim()
            default:
                cache.removeAllObjects()
                model.entries.removeAll()
            }
            #expect(cache.statistics.count == model.entries.count, "step \(step)")
            #expect(cache.statistics.totalCost == model.totalCost, "step \(step)")
        }
    }

    @Test func `threads share it without losing count`() async {
        let cache = MemoryCache<Int, Int>(countLimit: 50)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<2_000 {
                        cache.setObject(step, forKey: (step &* 7 &+ worker) % 100, cost: 1)
                        _ = cache.object(forKey: step % 100)
                    }
                }
            }
        }
        let statistics = cache.statistics
        #expect(statistics.hits + statistics.misses == 8_000)
        #expect(statistics.count == 50)
        #expect(statistics.totalCost == 50)
    }
}

/// The cache as one would write it in five minutes: an array, the newest last.
private struct PlainList {
    var totalCostLimit: Int
    var countLimit: Int
    var entries: [(key: Int, value: Int, cost: Int)] = []

    var totalCost: Int { entries.reduce(0) { $0 + $1.cost } }

    mutating func object(forKey key: Int) -> Int? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        entries.append(entries.remove(at: index))
        return entries.last?.value
    }

    mutating func setObject(_ value: Int, forKey key: Int, cost: Int) {
        remove(key)
        guard totalCostLimit == 0 || cost <= totalCostLimit else { return }
        entries.append((key, value, cost))
        trim()
    }

    mutating func remove(_ key: Int) { entries.removeAll { $0.key == key } }

    mutating func trim() {
        while totalCostLimit > 0 && totalCost > totalCostLimit || countLimit > 0 && entries.count > countLimit {
            entries.removeFirst()
        }
    }
}

/// A small generator with a seed, so that a failure can be repeated.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
