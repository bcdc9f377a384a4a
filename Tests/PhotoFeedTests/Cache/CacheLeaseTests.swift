import Foundation
import Storage
import Testing

@testable import PhotoFeed

@Suite struct CacheLeaseTests {
    private let scratch: ScratchCache

    init() throws { scratch = try ScratchCache() }

    @Test func `one of two processes has the lease of a URL, and others' URLs are free`() throws {
        let (one, two) = (try scratch.open(), try scratch.open())
        let lease = try #require(one.lease(of: "https://photos.test/a", waiting: .zero))
        #expect(!lease.hasWaited)
        #expect(two.lease(of: "https://photos.test/a", waiting: .zero) == nil)
        #expect(two.lease(of: "https://photos.test/b", waiting: .zero) != nil)
        withExtendedLifetime(lease) {}
    }

    @Test func `a lease that ends is free, and leaves no row`() throws {
        let (one, two) = (try scratch.open(), try scratch.open())
        do {
            let lease = one.lease(of: "https://photos.test/a", waiting: .zero)
            #expect(try rows(one) == 1)
            withExtendedLifetime(lease) {}
        }
        #expect(try rows(one) == 0)
        #expect(two.lease(of: "https://photos.test/a", waiting: .zero) != nil)
    }

    @Test func `an index that is lost lets nobody ask twice`() throws {
        let one = try scratch.open()
        let lease = one.lease(of: "https://photos.test/a", waiting: .zero)
        for ending in ["", "-wal", "-shm"] { try Directory.removeFile(at: scratch("index.sqlite\(ending)")) }
        #expect(try scratch.open().lease(of: "https://photos.test/a", waiting: .zero) == nil)
        withExtendedLifetime(lease) {}
    }

    @Test func `a killed holder's row is told by its free byte, and pruned`() throws {
        let cache = try scratch.open()
        let live = cache.lease(of: "https://photos.test/a", waiting: .zero)
        try cache.writing { (index, _) throws(StorageError) in
            try index.putLease(77, of: "https://photos.test/dead", at: 0)
        }
        #expect(try rows(cache) == 2)
        try cache.prune()
        #expect(try rows(cache) == 1)
        withExtendedLifetime(live) {}
    }

    private func rows(_ cache: DiskCache) throws -> Int {
        try cache.reading { (index, _) throws(StorageError) in try index.leases().count }
    }
}
