import FoundationEssentials
import Raster
import Storage
import TestSupport
import Testing

@testable import PhotoFeed

@Suite struct PrefetcherTests {
    private static let endpoint = "https://feeds.example/photos.gne"
    private static let feedURL = endpoint + "?tags=texas&tagmode=any&format=json&nojsoncallback=1"
    private static let host = "https://photos.example"

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let server: StubFetcher

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        server = StubFetcher(now: { clock.now })
        try list(1...5)
    }

    // MARK: - What is fetched

    @Test func `every photo is fetched once, and its thumbnails are made of the one picture`() throws {
        let summary = try prefetch(boxes: [64, 200])
        #expect(summary.fetchedCount == 5 && summary.goodCount == 5)
        #expect(summary.failures.isEmpty && summary.leftOut.isEmpty && summary.end == nil)
        #expect(server.requests.count == 6)
        #expect(summary.originals.count == 5)
        let entries = try cache().entries()
        let boxes = entries.filter { $0.fileExtension == "jpg" }.map { $0.thumbnails.map(\.box.width).sorted() }
        #expect(boxes == Array(repeating: [64, 200], count: 5))
    }

    @Test func `a second run of a fresh feed asks nothing, of an expired one asks for the feed alone`() throws {
        _ = try prefetch()
        #expect(try prefetch().cachedCount == 5)
        #expect(server.requests.count == 6)
        clock.advance(by: 61)
        let third = try prefetch()
        #expect(third.feed == .revalidated && third.cachedCount == 5)
        #expect(server.requests.count == 7)
    }

    @Test func `expired photos are asked for with their validators`() throws {
        _ = try prefetch()
        clock.advance(by: 601)
        #expect(try prefetch().revalidatedCount == 5)
        #expect(server.requests.suffix(5).allSatisfy { $0.etag != nil })
    }

    @Test func `only so many photos are taken, the first of the feed`() throws {
        #expect(try prefetch(count: 2).photoCount == 2)
        #expect(server.requests.map(\.url) == [Self.feedURL, Self.media(1), Self.media(2)])
    }

    @Test func `no more transfers are under way than there is room for`() throws {
        let queue = StubTransferQueue(server, room: 2)
        _ = try prefetch(queue: queue)
        #expect(queue.peak == 2)
    }

    @Test func `a missing size is followed by the next one`() throws {
        // A box of 500 pixels asks for the 500 pixel size, which this host lacks.
        let summary = try prefetch(boxes: [500], count: 1)
        #expect(summary.fetchedCount == 1)
        #expect(
            server.requests.map(\.url) == [Self.feedURL, Self.media(1, ""), Self.media(1, "n"), Self.media(1)])
    }

    @Test func `a photo that another process asks for is taken from the index once it is there`() throws {
        let other = try cache()
        var lease = other.lease(of: Self.media(2), waiting: .zero)
        #expect(lease != nil)
        let summary = try prefetch { progress in
            guard lease != nil, progress.doneCount == 4 else { return }
            _ = try? other.store(
                try SamplePicture.jpeg(240, 160, seed: 2), fileExtension: "jpg", url: Self.media(2),
                fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=600")]), requestedAt: clock.now,
                receivedAt: clock.now)
            lease = nil
        }
        #expect(summary.fetchedCount == 4 && summary.cachedCount == 1 && summary.failures.isEmpty)
        #expect(!server.requests.map(\.url).contains(Self.media(2)))
    }

    @Test func `two halves that make no picture are asked for again as a whole`() throws {
        let partial = PartialBody(bytes: [1, 2, 3], validator: "\"old\"")
        try cache().store(partial, of: Self.media(1))
        let whole = try SamplePicture.jpeg(240, 160, seed: 1)
        let clock = clock
        let resuming = ResumingFetcher(server, of: Self.media(1), halves: partial.bytes + whole, now: { clock.now })
        let summary = try prefetch(count: 1, queue: StubTransferQueue(resuming))
        #expect(summary.fetchedCount == 1 && summary.failures.isEmpty && summary.leftOut.isEmpty)
        let response = try #require(try cache().response(for: Self.media(1)))
        #expect(response.digest == SHA256.hexDigest(of: whole))
        #expect(try cache().partial(of: Self.media(1)) == nil)
    }

    // MARK: - What fails

    @Test func `a photo that is gone or is no picture is left out, and the others come`() throws {
        server.set(Self.media(2), .failure(.status(url: Self.media(2), code: 410, retryAt: nil)))
        server.set(Self.media(3), .body(Array("<html>".utf8), maxAge: 60))
        let summary = try prefetch()
        #expect(summary.goodCount == 3 && summary.leftOut.count == 2 && summary.failures.isEmpty)
    }

    @Test func `a host that says wait is not asked again, and the wait is kept for later runs`() throws {
        let until = clock.now + 100
        server.set(Self.media(1), .failure(.status(url: Self.media(1), code: 429, retryAt: until)))
        let summary = try prefetch(queue: StubTransferQueue(server, room: 1))
        #expect(summary.failures.count == 5)
        #expect(summary.failures.dropFirst().allSatisfy { $0 == .fetch(.waiting(url: Self.url(of: $0), until: until)) })
        #expect(server.requests.count == 2)
        #expect(try prefetch().failures.count == 5)
        #expect(server.requests.count == 2)
    }

    @Test func `after no connection the host's other photos are not asked for, and stored ones serve`() throws {
        _ = try prefetch(count: 2)
        clock.advance(by: 601)
        for index in 1...5 {
            server.set(Self.media(index), .failure(.unreachable(url: Self.media(index), reason: "refused")))
        }
        let before = server.requests.count
        let summary = try prefetch(queue: StubTransferQueue(server, room: 1))
        #expect(summary.staleCount == 2 && summary.failures.count == 3)
        #expect(server.requests.count == before + 2)
    }

    @Test func `an empty feed is an error of its own`() throws {
        server.set(Self.feedURL, .body(ListedFeed.json([]), maxAge: 60))
        #expect(throws: LoadError.noPhotos(url: Self.feedURL)) { try prefetch() }
    }

    // MARK: - What ends it

    @Test func `a budget ends it, and the next run goes on from there`() throws {
        let size = try SamplePicture.jpeg(240, 160, seed: 1).count
        let first = try prefetch(budget: size + size / 2, queue: StubTransferQueue(server, room: 1))
        #expect(first.end == .budget)
        #expect((1...3).contains(first.goodCount))
        let asked = server.requests.count
        let second = try prefetch()
        #expect(second.end == nil && second.goodCount == 5 && second.cachedCount == first.goodCount)
        #expect(server.requests.count == asked + 5 - first.goodCount)
    }

    @Test func `a deadline that has come ends it`() throws {
        let summary = try prefetch(deadline: .zero)
        #expect(summary.end == .deadline && summary.fetchedCount == 0)
    }

    @Test func `a cache that holds fewer than the feed has is not filled twice over`() throws {
        let size = try SamplePicture.jpeg(240, 160, seed: 1).count + 64 * 64 * 4
        let summary = try prefetch(limit: 3 * size)
        #expect(summary.end == .cacheLimit)
        #expect((1...3).contains(summary.goodCount))
        #expect(try cache().statistics().counters.evictions <= 1)
    }

    // MARK: - What stays

    @Test func `photos that left the feed are the first to be evicted`() throws {
        _ = try prefetch()
        clock.advance(by: 700)
        try list(2...6)
        _ = try prefetch()
        let last = try #require(try cache().entries().filter { $0.fileExtension == "jpg" }.last)
        #expect(last.urls == [Self.media(1)])
        #expect(last.lastUse == Date(timeIntervalSince1970: 0))
    }

    @Test func `a refresh finds the thumbnail of a larger picture that was prefetched`() throws {
        for index in 1...5 {
            server.set(Self.media(index, ""), .body(try SamplePicture.jpeg(500, 333, seed: index), maxAge: 600))
        }
        _ = try prefetch(boxes: [120, 500])
        let asked = server.requests.count
        let loaded = try loader().photos(photoRequest(box: 120), every: 180)[0]
        #expect(loaded.thumbnail.size == PixelSize(width: 120, height: 80))
        #expect(loaded.original.size.width == 500)
        #expect(server.requests.count == asked)
    }

    @Test func `photos of a saved feed are cached too`() throws {
        try scratch.write(try SamplePicture.jpeg(240, 160), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg", "b.jpg"]), to: "saved/feed.json")
        var request = photoRequest(box: 64)
        request.location = .file(path: scratch("saved/feed.json"))
        let summary = try Prefetcher(loader: loader(), queue: StubTransferQueue(server), uptime: { .zero })
            .run(PrefetchRequest(photos: request, boxes: [PixelSize(width: 64, height: 64)]))
        #expect(summary.goodCount == 1 && summary.leftOut.count == 1)
        #expect(server.requests.isEmpty)
    }

    // MARK: - Set-up

    private static func media(_ index: Int, _ size: String = "m") -> String {
        "\(host)/65535/100000000\(index)_0123456789\(size.isEmpty ? "" : "_")\(size).jpg"
    }

    private static func url(of error: LoadError) -> String {
        if case .fetch(.waiting(let url, _)) = error { url } else { "" }
    }

    private func list(_ range: ClosedRange<Int>) throws {
        server.set(Self.feedURL, .body(ListedFeed.json(range.map { Self.media($0) }), maxAge: 60))
        for index in range {
            server.set(Self.media(index), .body(try SamplePicture.jpeg(240, 160, seed: index), maxAge: 600))
        }
    }

    private func cache(limit: Int = 512 << 20) throws -> DiskCache {
        let clock = clock
        return try DiskCache(
            directory: scratch("cache"), limits: CacheLimits(maxBytes: limit), now: { clock.now })
    }

    private func loader(limit: Int = 512 << 20) throws -> PhotoLoader {
        let (clock, cache) = (clock, try cache(limit: limit))
        return PhotoLoader(
            source: FlickrFeed(), fetcher: server, cache: cache, thumbnails: cache, now: { clock.now })
    }

    private func photoRequest(box: Int) -> PhotoRequest {
        PhotoRequest(
            query: FeedQuery(tags: ["texas"], endpoint: Self.endpoint),
            thumbnail: ThumbnailRequest(box: PixelSize(width: box, height: box)))
    }

    private func prefetch(
        boxes: [Int] = [64], count: Int? = nil, budget: Int? = nil, deadline: Duration? = nil,
        limit: Int = 512 << 20, queue: StubTransferQueue? = nil, report: (PrefetchProgress) -> Void = { _ in }
    ) throws -> PrefetchSummary {
        let prefetcher = Prefetcher(
            loader: try loader(limit: limit), queue: queue ?? StubTransferQueue(server), uptime: { .zero })
        return try prefetcher.run(
            PrefetchRequest(
                photos: photoRequest(box: boxes[0]), boxes: boxes.map { PixelSize(width: $0, height: $0) },
                count: count, budget: budget, deadline: deadline), report: report)
    }
}

/// A server that answers a request for the rest of one body with halves that do not belong together.
private struct ResumingFetcher: Fetcher {
    private let server: StubFetcher
    private let url: String
    private let halves: [UInt8]
    private let now: @Sendable () -> Date

    init(_ server: StubFetcher, of url: String, halves: [UInt8], now: @escaping @Sendable () -> Date) {
        (self.server, self.url, self.halves, self.now) = (server, url, halves, now)
    }

    func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        guard request.url == url, request.partial != nil else { return try server.fetch(request) }
        var response = FetchResponse(
            status: 200, fields: HTTPFields(), body: halves, effectiveURL: url, requestedAt: now(), receivedAt: now())
        response.isResumed = true
        return response
    }
}
