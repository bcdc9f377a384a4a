import PhotoFeed
import Raster
import Testing

@Suite struct TieredCacheTests {
    let upper = MemoryCache<CacheKey, Bitmap>()
    let lower = MemoryCache<CacheKey, Bitmap>()
    let name = key(String(repeating: "a", count: 64), PixelSize(width: 8, height: 8), .cover)

    @Test func `a hit below refills above, and each tier's hits are counted`() {
        let cache = TieredCache([upper, lower])
        lower.store(bitmap(1), for: name)
        #expect(cache.bitmap(for: name) == bitmap(1))
        #expect(upper.bitmap(for: name) == bitmap(1))
        #expect(cache.bitmap(for: name) == bitmap(1))
        #expect(cache.statistics.hits == [1, 1])
        #expect(cache.statistics.misses == 0)
    }

    @Test func `what is stored or removed goes to every tier`() {
        let cache = TieredCache([upper, lower])
        cache.store(bitmap(2), for: name)
        #expect(upper.bitmap(for: name) == bitmap(2))
        #expect(lower.bitmap(for: name) == bitmap(2))
        cache.remove(name)
        #expect(cache.bitmap(for: name) == nil)
        #expect(cache.statistics.hits == [0, 0])
        #expect(cache.statistics.misses == 1)
    }

    @Test func `a bitmap costs its pixels`() {
        upper.store(bitmap(1, width: 5, height: 3), for: name)
        #expect(upper.statistics.totalCost == 60)
    }

    @Test func `the box and the fit are part of the name`() {
        let cache = TieredCache([upper])
        cache.store(bitmap(1), for: name)
        for (box, fit) in [((8, 8), Fit.contain), ((8, 9), .cover), ((9, 8), .cover)] {
            let other = key(name.digest, PixelSize(width: box.0, height: box.1), fit)
            #expect(cache.bitmap(for: other) == nil)
        }
    }

    @Test func `hits of memory are counted on disk, without a write for each`() throws {
        let scratch = try ScratchCache()
        do {
            let cache = TieredCache([upper, try scratch.open()])
            cache.store(bitmap(3), for: name)
            for _ in 0..<3 { #expect(cache.bitmap(for: name) == bitmap(3)) }
            upper.removeAllObjects()
            #expect(cache.bitmap(for: name) == bitmap(3))
            #expect(try scratch.open().statistics().counters.memoryHits == 0)
        }
        let counters = try scratch.open().statistics().counters
        #expect(counters.memoryHits == 3)
        #expect(counters.hits == 1)
    }

    @Test func `a thumbnail outlives the process on disk`() throws {
        let scratch = try ScratchCache()
        do {
            TieredCache([upper, try scratch.open()]).store(bitmap(3), for: name)
        }
        let cache = TieredCache([lower, try scratch.open()])
        #expect(cache.bitmap(for: name) == bitmap(3))
        #expect(cache.statistics.hits == [0, 1])
        #expect(lower.bitmap(for: name) == bitmap(3))
    }
}
