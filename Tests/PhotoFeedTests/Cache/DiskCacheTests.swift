import FoundationEssentials
import PhotoFeed
import Raster
import Storage
import Testing

@Suite struct DiskCacheTests {
    let scratch: ScratchCache

    init() throws { scratch = try ScratchCache() }

    @Test func `an answer and its body come back, also in another process`() throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        let cache = try scratch.open()
        #expect(cache.response("a") == stored)
        #expect(stored.digest == SHA256.hexDigest(of: try #require(cache.body("a"))))
        #expect(stored.byteCount == 1_000)
        #expect(cache.response("b") == nil)
    }

    @Test func `files lie where the contract says`() throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        let box = PixelSize(width: 256, height: 128)
        cache.store(bitmap(1), for: key(stored.digest, box, .cover))
        let fan = stored.digest.prefix(2)
        #expect(
            try scratch.files == [
                "objects/\(fan)/\(stored.digest).jpg", "thumbnails/256x128-cover/\(fan)/\(stored.digest).pam",
            ])
        #expect(cache.objectPath(of: stored) == scratch("objects/\(fan)/\(stored.digest).jpg"))
        #expect(try FileStatus.of(scratch("index.sqlite"))?.kind == .file)
        #expect(try FileStatus.of(scratch("CACHEDIR.TAG"))?.kind == .file)
    }

    @Test func `two URLs with the same bytes share one file`() throws {
        let cache = try scratch.open()
        let body = [UInt8](repeating: 1, count: 10)
        for url in ["https://a.test/", "https://b.test/"] {
            _ = try cache.store(
                body, fileExtension: "png", url: url, fields: HTTPFields(), requestedAt: scratch.now,
                receivedAt: scratch.now)
        }
        #expect(try scratch.files.count == 1)
        #expect(try cache.statistics().byteCount == 10)
        #expect(try cache.entries().map(\.urls) == [["https://a.test/", "https://b.test/"]])
    }

    @Test func `header fields survive, whatever is in them`() throws {
        let cache = try scratch.open()
        let fields = HTTPFields([
            .init(name: "Cache-Control", value: "max-age=60"), .init(name: "cache-control", value: "public"),
            .init(name: "X-Empty", value: ""), .init(name: "X", value: "a: b\r\nForged: yes"),
        ])
        _ = try cache.store(
            [1], fileExtension: "json", url: "u", fields: fields, requestedAt: scratch.now, receivedAt: scratch.now)
        let found = try #require(try scratch.open().response(for: "u")?.fields)
        #expect(found["Cache-Control"] == "max-age=60, public")
        #expect(found["X-Empty"] == "")
        #expect(found["X"] == "a: b Forged: yes")
        #expect(found["Forged"] == nil)
    }

    @Test func `a 304 brings fields and times up to date and leaves the body`() throws {
        let cache = try scratch.open()
        try cache.store("a", at: scratch.now)
        scratch.wait(100)
        let update = HTTPFields([.init(name: "etag", value: "\"new\""), .init(name: "Age", value: "3")])
        let url = "https://photos.test/a"
        let found = try cache.revalidate(url, fields: update, requestedAt: scratch.now, receivedAt: scratch.now)
        #expect(found?.fields["ETag"] == "\"new\"")
        #expect(found?.receivedAt == scratch.now)
        #expect(try scratch.open().response("a") == found)
        #expect(cache.holds("a"))
        let unknown = try cache.revalidate("u", fields: update, requestedAt: scratch.now, receivedAt: scratch.now)
        #expect(unknown == nil)
    }

    @Test func `a thumbnail comes back bit by bit, by its whole key`() throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        cache.store(bitmap(7), for: key(stored))
        #expect(cache.bitmap(for: key(stored)) == bitmap(7))
        #expect(try scratch.open().bitmap(for: key(stored)) == bitmap(7))
        #expect(cache.bitmap(for: key(stored, 9)) == nil)
        cache.store(bitmap(8), for: key(stored))
        #expect(try scratch.open().bitmap(for: key(stored)) == bitmap(8))
        cache.remove(key(stored))
        #expect(cache.bitmap(for: key(stored)) == nil)
        #expect(try cache.statistics().thumbnailCount == 0)
    }

    @Test(arguments: ["", "../../../etc/passwd", String(repeating: "A", count: 64), String(repeating: "/", count: 64)])
    func `what is no digest reaches no file`(digest: String) throws {
        let cache = try scratch.open()
        #expect(CacheKey(digest: digest, box: PixelSize(width: 8, height: 8), fit: .contain) == nil)
        let response = CachedResponse(
            url: "u", fields: HTTPFields(), requestedAt: scratch.now, receivedAt: scratch.now, digest: digest,
            fileExtension: "jpg", byteCount: 1)
        #expect(cache.objectPath(of: response) == nil)
        #expect(cache.withObject(of: response) { $0.byteCount } == nil)
    }

    @Test func `failures and waits are kept until they are over, across processes`() throws {
        let until = scratch.now + 60
        do {
            let cache = try scratch.open()
            try cache.recordFailure(CachedFailure(url: "u", kind: "404", until: until))
            try cache.recordBackOff(of: "live.test", until: until)
        }
        let cache = try scratch.open()
        #expect(cache.failure(for: "u", at: scratch.now) == CachedFailure(url: "u", kind: "404", until: until))
        #expect(cache.backOff(of: "live.test", at: scratch.now) == until)
        #expect(try cache.statistics().backOffs == [HostBackOff(host: "live.test", until: until)])
        #expect(cache.failure(for: "u", at: until) == nil)
        #expect(cache.backOff(of: "live.test", at: until) == nil)
        #expect(cache.backOff(of: "other.test", at: scratch.now) == nil)
    }

    @Test func `a wait recorded by a clock that ran ahead is not obeyed for years`() throws {
        let present = scratch.now
        scratch.wait(315_000_000)
        let cache = try scratch.open()
        try cache.recordBackOff(of: "live.test", until: scratch.now + 60)
        try cache.recordFailure(CachedFailure(url: "u", kind: "500", until: scratch.now + 60))
        scratch.now = present
        #expect(cache.backOff(of: "live.test", at: present) == nil)
        #expect(cache.failure(for: "u", at: present) == nil)
    }

    @Test func `a stored answer ends the URL's failure`() throws {
        let cache = try scratch.open()
        let url = "https://photos.test/a"
        try cache.recordFailure(CachedFailure(url: url, kind: "404", until: .distantFuture))
        try cache.store("a", at: scratch.now)
        #expect(cache.failure(for: url, at: scratch.now) == nil)
    }

    @Test func `clearing removes what is the cache's and leaves what is not`() throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        cache.store(bitmap(1), for: key(stored))
        let foreign = ["objects/notes.txt", "objects/\(stored.digest.prefix(2))/photo.jpg", "README.md"]
        for name in foreign { try scratch.plant([1], at: scratch(name)) }
        try cache.recordBackOff(of: "live.test", until: .distantFuture)
        try cache.clear()
        #expect(try scratch.files == foreign.sorted())
        #expect(cache.response("a") == nil)
        #expect(try cache.statistics().byteCount == 0)
        // A wait is a day at most, whatever was noted.
        let wait = try #require(cache.backOff(of: "live.test", at: scratch.now)).timeIntervalSince(scratch.now)
        #expect((86_400...86_402).contains(wait))
        try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
    }

    @Test func `entries tell size, use, pins and thumbnails, the last used first`() throws {
        let cache = try scratch.open()
        let first = try cache.store("a", at: scratch.now)
        cache.store(bitmap(1), for: key(first))
        try cache.pin([first.digest], as: "photo/default")
        scratch.wait(1_000)
        try cache.store("b", count: 50, at: scratch.now)
        let entries = try cache.entries()
        #expect(entries.map(\.urls) == [["https://photos.test/b"], ["https://photos.test/a"]])
        #expect(entries.map(\.byteCount) == [50, 1_000])
        #expect(entries.map(\.isPinned) == [false, true])
        #expect(entries.map(\.thumbnails.count) == [0, 1])
        #expect(entries.map(\.lastUse) == [scratch.now, scratch.now - 1_000])
        #expect(entries.map(\.receivedAt) == [scratch.now, scratch.now - 1_000])
    }

    @Test func `hits and misses are counted across processes`() throws {
        do {
            let cache = try scratch.open()
            let stored = try cache.store("a", at: scratch.now)
            _ = (cache.body("a"), cache.bitmap(for: key(stored)))
        }
        let cache = try scratch.open()
        _ = cache.body("a")
        let counters = try cache.statistics().counters
        #expect(counters.hits == 2)
        #expect(counters.misses == 1)
        #expect(counters.damaged == 0)
    }
}
