import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing

@testable import PhotoFeed

/// Nothing that a server says, and no clock that is set back, keeps an answer or an error longer than it may.
@Suite struct PinnedForeverTests {
    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let url = "https://photos.example/a.jpg"

    init() throws { scratch = try ScratchDirectory() }

    private static let day: TimeInterval = 86_400
    private static let year: TimeInterval = 365 * day

    /// Headers that ask for for ever.
    static let headers = [
        "max-age=99999999999999999999", "max-age=31536001, immutable", "public, max-age=2147483648",
        "max-age=31536000, stale-while-revalidate=999999999", "immutable, max-age=999999999, stale-if-error=999999999",
    ]

    @Test(arguments: headers, [day, year])
    func `an answer is used without asking no longer than its kind may be`(control: String, longest: TimeInterval) {
        let freshness = freshness(["Cache-Control": control], longest)
        #expect(freshness.isFresh(at: clock.now + longest - 1))
        #expect(!freshness.isFresh(at: clock.now + longest))
        #expect(!freshness.mayServeWhileRevalidating(at: clock.now + longest + 1))
    }

    @Test(arguments: [
        ["Expires": "Fri, 01 Jan 2099 00:00:00 GMT"],
        ["Expires": "Fri, 01 Jan 2099 00:00:00 GMT", "Date": "Mon, 30 Nov 2026 01:38:00 GMT"],
        ["Date": "Fri, 01 Jan 2099 00:00:00 GMT", "Cache-Control": "max-age=999999999"],
        ["Date": "Fri, 01 Jan 2099 00:00:00 GMT", "Last-Modified": "Sun, 01 Jan 2006 00:00:00 GMT"],
    ])
    func `dates in the far future pin nothing`(fields: [String: String]) {
        let freshness = freshness(fields, Self.day)
        #expect(!freshness.isFresh(at: clock.now + Self.day))
        #expect(!freshness.mayServeWhileRevalidating(at: clock.now + Self.day + 1))
    }

    @Test func `what arrived in the future, before the clock was set back, is asked for`() {
        let freshness = freshness(["Cache-Control": "max-age=31536000, stale-while-revalidate=31536000"], Self.year)
        let before = clock.now - 2 * Self.year
        #expect(!freshness.isFresh(at: before))
        #expect(!freshness.mayServeWhileRevalidating(at: before))
        #expect(freshness.mayServeStaleOnError(at: before))
    }

    @Test func `failures and waits end within a day, also those of a clock that was ahead`() throws {
        let cache = try cache()
        let farAway = clock.now + 100 * Self.year
        try cache.recordFailure(CachedFailure(url: url, kind: "410", until: farAway))
        try cache.recordBackOff(of: "https://photos.example", until: farAway)
        #expect(cache.failure(for: url, at: clock.now + Self.day - 1) != nil)
        #expect(cache.backOff(of: "https://photos.example", at: clock.now + Self.day - 1) != nil)
        for date in [clock.now + Self.day + 2, clock.now - Self.day] {
            #expect(cache.failure(for: url, at: date) == nil)
            #expect(cache.backOff(of: "https://photos.example", at: date) == nil)
        }
        #expect(try #require(cache.backOff(of: "https://photos.example", at: clock.now)) <= clock.now + Self.day + 1)
    }

    @Test(arguments: ["99999999999999999999", "86401", "Fri, 01 Jan 2099 00:00:00 GMT"])
    func `Retry-After is at most a day`(value: String) {
        #expect(RetryAfter.date(from: value, now: clock.now) == clock.now + Self.day)
    }

    @Test func `redirects that nothing asked for go after a month, those of a clock that was ahead at once`() throws {
        let cache = try cache()
        for (url, age) in [("https://a/", 31.0), ("https://b/", 29), ("https://c/", -1)] {
            let date = clock.now - age * Self.day
            try cache.keep(
                Redirect(
                    url: url, location: "https://t/", status: 301, fields: HTTPFields(), requestedAt: date,
                    receivedAt: date))
        }
        try cache.prune()
        #expect(
            ["https://a/", "https://b/", "https://c/"].map { cache.redirect(of: $0) != nil } == [false, true, false])
        try cache.clear()
        #expect(cache.redirect(of: "https://b/") == nil)
    }

    // MARK: - Takeover

    @Test func `an index of the version before redirects is taken over whole`() throws {
        let date = clock.now
        do {
            let path = scratch("index.sqlite")
            let old = DatabaseSchema(
                applicationID: CacheIndex.schema.applicationID,
                migrations: Array(CacheIndex.schema.migrations.prefix(2)))
            var database = try Database.open(path: path, schema: old)
            try database.execute(
                "INSERT INTO responses VALUES (?, ?, 'jpg', 3, 'ETag: \"a\"\nCache-Control: max-age=600', ?, ?)",
                .text(url), .text(SHA256.hexDigest(of: [1, 2, 3])), .real(date.timeIntervalSince1970),
                .real(date.timeIntervalSince1970))
            try database.execute(
                "INSERT INTO files VALUES (?, '', 'jpg', 3, ?, NULL)", .text(SHA256.hexDigest(of: [1, 2, 3])),
                .real(date.timeIntervalSince1970))
            try database.execute(
                "INSERT INTO back_offs VALUES ('https://slow.example', ?, ?, 0)",
                .real(date.timeIntervalSince1970 + 60), .real(date.timeIntervalSince1970))
        }
        let digest = SHA256.hexDigest(of: [1, 2, 3])
        try scratch.write([1, 2, 3], to: "objects/\(digest.prefix(2))/\(digest).jpg")
        let cache = try cache()
        let response = try #require(cache.response(for: url))
        #expect(response.fields["ETag"] == "\"a\"" && response.digest == digest)
        #expect(cache.withObject(of: response) { $0.byteCount } == 3)
        #expect(cache.backOff(of: "https://slow.example", at: date) == date + 60)
        #expect(cache.redirect(of: url) == nil)
        try cache.keep(
            Redirect(
                url: url, location: "https://t/", status: 302, fields: HTTPFields(), requestedAt: date,
                receivedAt: date))
        #expect(cache.redirect(of: url)?.location == "https://t/")
        #expect(cache.response(for: url) == nil)
    }

    // MARK: - A cache that cannot be written

    @Test func `a cache above another reads it and writes to itself alone`() throws {
        let clock = clock
        let lower = try DiskCache(directory: scratch("lower"), now: { clock.now })
        _ = try lower.store(
            [1, 2, 3], fileExtension: "jpg", url: url, fields: HTTPFields(), requestedAt: clock.now,
            receivedAt: clock.now)
        try lower.recordBackOff(of: "https://slow.example", until: clock.now + 60)
        let upper = try DiskCache(directory: scratch("upper"), below: lower, now: { clock.now })
        let response = try #require(upper.response(for: url))
        #expect(upper.withObject(of: response) { $0.byteCount } == 3)
        #expect(upper.objectPath(of: response)?.hasPrefix(scratch("lower")) == true)
        #expect(upper.backOff(of: "https://slow.example", at: clock.now) != nil)
        let before = try lower.statistics()
        _ = try upper.store(
            [4, 5], fileExtension: "jpg", url: url, fields: HTTPFields(), requestedAt: clock.now,
            receivedAt: clock.now)
        #expect(upper.response(for: url)?.byteCount == 2)
        #expect(lower.response(for: url)?.byteCount == 3)
        #expect(try lower.statistics().byteCount == before.byteCount)
    }

    @Test func `a directory that can be written, and one that is not there, have no problem`() throws {
        #expect(try cache().problem == nil)
        #expect(DiskCache.problem(in: scratch("not/there")) == nil)
    }

    @Test func `a file in the place of a cache is a problem`() throws {
        try scratch.write([1], to: "file")
        #expect(DiskCache.problem(in: scratch("file")) != nil)
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"), arguments: ["", "/objects", "/index.sqlite"])
    func `what its owner may not write is a problem`(name: String) throws {
        let cache = try cache("mine")
        _ = try cache.store(
            [1], fileExtension: "jpg", url: url, fields: HTTPFields(), requestedAt: clock.now, receivedAt: clock.now)
        let path = scratch("mine") + name
        #expect(unsafe chmod(path, 0o500) == 0)
        defer { _ = unsafe chmod(path, 0o700) }
        #expect(cache.problem?.isPermission == true)
    }

    // MARK: - What the tests ask for

    private func cache(_ name: String = "") throws -> DiskCache {
        let clock = clock
        return try DiskCache(directory: name.isEmpty ? scratch.path : scratch(name), now: { clock.now })
    }

    private func freshness(_ fields: [String: String], _ longest: TimeInterval) -> Freshness {
        Freshness(
            fields: HTTPFields(fields.map { HTTPFields.Field(name: $0.key, value: $0.value) }),
            requestedAt: clock.now, receivedAt: clock.now, allowsHeuristic: true, longest: longest)
    }
}
