import Foundation
import Storage
import Testing

@testable import PhotoFeed

@Suite struct DiskCachePartialsTests {
    private static let url = "https://photos.test/a"
    private let scratch: ScratchCache

    init() throws { scratch = try ScratchCache() }

    private func partial(_ count: Int, _ byte: UInt8 = 7) -> PartialBody {
        PartialBody(bytes: [UInt8](repeating: byte, count: count), validator: "\"a\"")
    }

    @Test func `a cut download is found again, and is no picture`() throws {
        try scratch.open().store(partial(1000), of: Self.url)
        let cache = try scratch.open()
        #expect(cache.partial(of: Self.url) == partial(1000))
        #expect(cache.response(for: Self.url) == nil)
        #expect(try cache.entries().isEmpty)
        #expect(try scratch.files.allSatisfy { $0.hasPrefix("partials/") && !$0.contains(".") })
        #expect(try cache.verify().isClean)
    }

    @Test func `a longer part takes the place of a shorter one`() throws {
        let cache = try scratch.open()
        try cache.store(partial(1000), of: Self.url)
        try cache.store(partial(2000), of: Self.url)
        #expect(cache.partial(of: Self.url) == partial(2000))
        #expect(try scratch.files.count == 1)
        #expect(try cache.statistics().partialByteCount == 2000)
    }

    @Test func `of many cut downloads the newest 64 are kept`() throws {
        let cache = try scratch.open()
        for index in 0..<70 { try cache.store(partial(100 + index), of: "https://photos.test/\(index)") }
        #expect(try scratch.files.count == 64)
        #expect(cache.partial(of: "https://photos.test/69") == partial(169))
    }

    @Test func `cut downloads have 64 MiB together`() throws {
        let cache = try scratch.open()
        for index in 0..<3 { try cache.store(partial(30 << 20, UInt8(index)), of: "https://photos.test/\(index)") }
        #expect(try scratch.files.count == 2)
        #expect(cache.partial(of: "https://photos.test/2") != nil)
    }

    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 8, count: 1000)])
    func `a damaged part is given up`(damage: [UInt8]) throws {
        let cache = try scratch.open()
        try cache.store(partial(1000), of: Self.url)
        try scratch.plant(damage, at: scratch(try #require(try scratch.files.first)))
        #expect(cache.partial(of: Self.url) == nil)
        #expect(try cache.statistics().partialByteCount == 0)
    }

    @Test func `parts count against the limit, are left out where there is no room, and go first`() throws {
        let cache = try scratch.open(CacheLimits(maxBytes: 3000))
        try cache.store("picture", at: scratch.now)
        try cache.store(partial(1500), of: Self.url)
        #expect(throws: StorageError.self) { try cache.store(partial(600, 8), of: "https://photos.test/b") }
        #expect(cache.partial(of: "https://photos.test/b") == nil)
        #expect(try scratch.files.filter { $0.hasPrefix("partials/") }.count == 1)
        try cache.store("other", at: scratch.now)
        #expect(cache.partial(of: Self.url) == nil)
        #expect(cache.holds("picture"))
        #expect(cache.holds("other"))
    }

    @Test func `a part is given up after a day, when the whole is there, and when all is cleared`() throws {
        let cache = try scratch.open()
        try cache.store(partial(1000), of: Self.url)
        scratch.wait(80_000)
        try cache.prune()
        #expect(cache.partial(of: Self.url) != nil)
        scratch.wait(7_000)
        try cache.prune()
        #expect(cache.partial(of: Self.url) == nil)
        #expect(try scratch.files.isEmpty)

        try cache.store(partial(1000), of: "https://photos.test/picture")
        try cache.store("picture", at: scratch.now)
        #expect(cache.partial(of: "https://photos.test/picture") == nil)

        try cache.store(partial(1000), of: Self.url)
        try cache.clear()
        #expect(try scratch.files.isEmpty)
    }

    @Test func `one process tidies, once a day, also when the clock went back`() throws {
        let (one, two) = (try scratch.open(), try scratch.open())
        #expect(try one.tidy() != nil)
        #expect(try two.tidy() == nil)
        scratch.wait(86_399)
        #expect(try two.tidy() == nil)
        scratch.wait(2)
        #expect(try two.tidy() != nil)
        #expect(try one.tidy() == nil)
        scratch.wait(-1000)
        #expect(try one.tidy() != nil)
    }
}
