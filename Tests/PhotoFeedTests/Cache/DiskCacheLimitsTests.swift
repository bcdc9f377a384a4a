import FoundationEssentials
import PhotoFeed
import Storage
import Testing

@Suite struct DiskCacheLimitsTests {
    let scratch: ScratchCache

    init() throws { scratch = try ScratchCache() }

    /// Stores bodies of 1000 bytes, ten minutes apart.
    private func fill(_ cache: DiskCache, _ names: String...) throws {
        for name in names {
            try cache.store(name, at: scratch.now)
            scratch.wait(600)
        }
    }

    @Test func `adding evicts the least recently used, and a look-up is a use`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 3_000))
        try fill(cache, "a", "b", "c")
        #expect(cache.holds("a"))
        try fill(cache, "d")
        #expect(["a", "b", "c", "d"].map(cache.holds) == [true, false, true, true])
        #expect(try scratch.files.count == 3)
        let statistics = try cache.statistics()
        #expect(statistics.byteCount == 3_000)
        #expect(statistics.counters.evictions == 1)
        #expect(cache.response("b") == nil)
    }

    @Test(arguments: [false, true])
    func `an answer without its original is a miss, and pruning forgets it`(isPruned: Bool) throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 1_000))
        try fill(cache, "a", "b")
        #expect(cache.response("a") == nil && cache.response("b") != nil)
        #expect(try cache.statistics().responseCount == 1)
        if isPruned { try cache.prune() }
        // The same bytes come from elsewhere: what was known of the first address holds again, unless it was forgotten.
        let body = Array("a".utf8) + [UInt8](repeating: 0, count: 999)
        _ = try cache.store(
            body, fileExtension: "jpg", url: "https://example.org/elsewhere", fields: HTTPFields(),
            requestedAt: scratch.now, receivedAt: scratch.now)
        #expect((cache.response("a") == nil) == isPruned)
        #expect(try cache.statistics().responseCount == (isPruned ? 1 : 2))
    }

    @Test func `the number of files has a limit too`() throws {
        let cache = try scratch.open(CacheLimits(maxCount: 2))
        try fill(cache, "a", "b", "c")
        #expect(["a", "b", "c"].map(cache.holds) == [false, true, true])
    }

    @Test func `what is pinned stays, until its name pins something else`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 2_000))
        let pinned = try cache.store("a", at: scratch.now)
        try cache.pin([pinned.digest], as: "photo/default")
        try fill(cache, "b", "c", "d")
        #expect(["a", "b", "c", "d"].map(cache.holds) == [true, false, false, true])
        let other = try #require(cache.response("d"))
        try cache.pin([other.digest], as: "photo/default")
        try fill(cache, "e")
        #expect(["a", "d", "e"].map(cache.holds) == [false, true, true])
    }

    @Test func `what cannot fit is refused before anything is evicted`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 2_500))
        try fill(cache, "a", "b")
        var error = #expect(throws: StorageError.self) { try cache.store("big", count: 2_501, at: scratch.now) }
        #expect(error?.isFull == true)
        try cache.pin(["a", "b"].compactMap { cache.response($0)?.digest }, as: "photo/default")
        error = #expect(throws: StorageError.self) { try cache.store("c", at: scratch.now) }
        #expect(error?.isFull == true)
        #expect(["a", "b", "c", "big"].map(cache.holds) == [true, true, false, false])
        #expect(try scratch.files.count == 2)
    }

    @Test func `an evicted original takes its thumbnails along, and thumbnails count`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 3_000))
        let first = try cache.store("a", at: scratch.now)
        cache.store(bitmap(1, width: 10, height: 10), for: key(first))
        scratch.wait(600)
        try fill(cache, "b")
        #expect(try cache.statistics().byteCount == 2_000 + 128 + 400)
        try fill(cache, "c")
        #expect(!cache.holds("a"))
        #expect(cache.bitmap(for: key(first)) == nil)
        #expect(try scratch.files.count == 2)
    }

    @Test func `an original that no URL leads to any longer goes first`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 3_000))
        try fill(cache, "a", "b")
        let old = try #require(cache.response("b"))
        _ = try cache.store(
            [UInt8](repeating: 9, count: 1_000), fileExtension: "jpg", url: old.url, fields: HTTPFields(),
            requestedAt: scratch.now, receivedAt: scratch.now)
        #expect(cache.withObject(of: old) { $0.byteCount } == 1_000, "who still reads the old one is not disturbed")
        try fill(cache, "c")
        #expect(["a", "b", "c"].map(cache.holds) == [true, true, true])
        #expect(cache.withObject(of: old) { $0.byteCount } == nil)
    }

    @Test func `storing the same bytes again evicts nothing`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 2_000))
        try fill(cache, "a", "b", "a", "b")
        #expect(try cache.statistics().counters.evictions == 0)
    }

    @Test func `the use of one file is written at most once in five minutes`() throws {
        let cache = try scratch.open()
        try cache.store("a", at: scratch.now)
        let start = scratch.now
        scratch.wait(299)
        _ = cache.response("a")
        #expect(try cache.entries().map(\.lastUse) == [start])
        scratch.wait(1)
        _ = cache.response("a")
        #expect(try cache.entries().map(\.lastUse) == [start + 300])
    }

    @Test func `a file system that is too full keeps what it has and says so`() throws {
        let cache = try scratch.open()
        try fill(cache, "a")
        let strict = try scratch.open(CacheLimits(minFreeBytes: .max))
        let error = #expect(throws: StorageError.self) { try strict.store("b", at: scratch.now) }
        #expect(error?.isFull == true)
    }

    @Test func `pruning brings a cache below a lower limit and removes old temporary files`() throws {
        do { try fill(try scratch.open(), "a", "b", "c") }
        try scratch.plant([1], at: scratch(".tmp.1.ab"))
        try scratch.plant([1], at: scratch("objects/.tmp.1.ab"))
        let cache = try scratch.open(CacheLimits(maxBytes: 1_500))
        scratch.now = Date() + 7_200
        let pruning = try cache.prune()
        #expect(pruning.evictedCount == 2)
        #expect(pruning.evictedByteCount == 2_000)
        #expect(pruning.temporaryCount == 1, "a name that no process writes to is not swept")
        #expect(["a", "b", "c"].map(cache.holds) == [false, false, true])
    }
}
