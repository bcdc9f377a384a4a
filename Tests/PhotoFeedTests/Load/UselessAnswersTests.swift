import FoundationEssentials
import Raster
import Storage
import TestSupport
import Testing

@testable import PhotoFeed

/// A host that answers 200 with something else than a picture is left alone as one that answers 404.
@Suite struct UselessAnswersTests {
    private static let endpoint = "https://feeds.example/photos.gne"
    private static let feedURL = endpoint + "?tags=texas&tagmode=any&format=json&nojsoncallback=1"

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let server: StubFetcher

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        server = StubFetcher(now: { clock.now })
        server.set(Self.feedURL, .body(ListedFeed.json((1...30).map { Self.media($0) }), maxAge: 86_400))
    }

    /// What a host may answer instead of a picture.
    static let bodies: [[UInt8]] = [
        Array("<!DOCTYPE html><title>Log in</title>".utf8), [], Array("{\"error\": 1}".utf8), [0, 1, 2, 3],
        Array("%PDF-1.7\n".utf8),
    ]

    @Test(arguments: bodies)
    func `a host without pictures is asked three times a photo, twenty times a run, and then left alone`(
        body: [UInt8]
    ) throws {
        answerAll(body)
        #expect(throws: LoadError.self) { try load() }
        #expect(photoRequests.count == 20)
        for index in 1...7 { #expect(photoRequests.count { $0.contains(Self.stem(index)) } <= 3) }
        // The next runs do not ask, neither for these nor for the host's other photos.
        for _ in 0..<3 {
            clock.advance(by: 190)
            #expect(throws: LoadError.self) { try load() }
        }
        #expect(photoRequests.count == 20)
        // Then the others are asked for once; the addresses that were asked stay alone for the hour.
        for _ in 0..<4 {
            clock.advance(by: 601)
            #expect(throws: LoadError.self) { try load() }
        }
        #expect(photoRequests.count > 20)
        #expect(Set(photoRequests).count == photoRequests.count)
    }

    @Test func `the error of a run is the server's, and says what came`() throws {
        answerAll(Self.bodies[0])
        #expect {
            try load()
        } throws: { error in
            guard case LoadError.fetch(.unusable(_, let reason, .some)) = error else { return false }
            return reason.contains("HTML")
        }
        // The next run says the same without asking.
        #expect {
            try load()
        } throws: { error in
            if case LoadError.fetch(.unusable) = error { true } else { false }
        }
    }

    @Test func `after the back-off the host is asked again, and a picture ends it`() throws {
        server.set(Self.feedURL, .body(ListedFeed.json([Self.media(1)]), maxAge: 86_400))
        answerAll(Self.bodies[0])
        #expect(throws: LoadError.self) { try load() }
        for variant in ["", "_n", "_m", "_w"] {
            server.set(Self.media(1, variant), .body(try SamplePicture.jpeg(240, 160), maxAge: 600))
        }
        #expect(throws: LoadError.self) { try load() }
        clock.advance(by: 3_601)
        #expect(try load().arrival == .fetched)
    }

    @Test func `what a person may change is asked for again at once`() throws {
        server.set(Self.feedURL, .body(ListedFeed.json([Self.media(1)]), maxAge: 86_400))
        let picture = try SamplePicture.jpeg(240, 160)
        for variant in ["", "_n", "_m", "_w"] { server.set(Self.media(1, variant), .body(picture, maxAge: 600)) }
        var small = request()
        small.thumbnail.limits.maxPixels = 100
        #expect(throws: LoadError.self) { try loader().photos(small, every: 180) }
        #expect(try load().arrival == .fetched)
    }

    @Test func `a prefetch asks no more than twenty times, whatever is under way at once`() throws {
        answerAll(Self.bodies[0])
        for run in 1...2 {
            let queue = StubTransferQueue(server, room: 64)
            let prefetcher = Prefetcher(loader: try loader(), queue: queue, uptime: { .zero })
            let summary = try prefetcher.run(
                PrefetchRequest(photos: request(), boxes: [PixelSize(width: 120, height: 120)]))
            #expect(summary.goodCount == 0)
            #expect(photoRequests.count == 20, "run \(run)")
        }
    }

    @Test func `good pictures among them are fetched in any number`() throws {
        let picture = try SamplePicture.jpeg(240, 160)
        for index in 1...30 { server.set(Self.media(index), .body(picture, maxAge: 600)) }
        for index in 1...3 { server.set(Self.media(index), .body(Self.bodies[0], maxAge: 600)) }
        let prefetcher = Prefetcher(
            loader: try loader(), queue: StubTransferQueue(server, room: 64), uptime: { .zero })
        let summary = try prefetcher.run(
            PrefetchRequest(photos: request(), boxes: [PixelSize(width: 120, height: 120)]))
        #expect(summary.goodCount == 27)
    }

    // MARK: - What the tests ask for

    private static func stem(_ index: Int) -> String { "/\(1_000_000_000 + index)_" }

    private static func media(_ index: Int, _ variant: String = "_m") -> String {
        "https://photos.example/65535\(stem(index))0123456789\(variant).jpg"
    }

    private var photoRequests: [String] { server.requests.map(\.url).filter { $0 != Self.feedURL } }

    private func answerAll(_ body: [UInt8]) {
        for index in 1...30 {
            for variant in ["", "_s", "_q", "_t", "_m", "_n", "_w", "_z", "_c", "_b"] {
                server.set(Self.media(index, variant), .body(body, maxAge: 31_536_000))
            }
        }
    }

    private func request() -> PhotoRequest {
        PhotoRequest(
            query: FeedQuery(tags: ["texas"], endpoint: Self.endpoint),
            thumbnail: ThumbnailRequest(box: PixelSize(width: 120, height: 120)))
    }

    private func loader() throws -> PhotoLoader {
        let clock = clock
        let cache = try DiskCache(directory: scratch.path, now: { clock.now })
        return PhotoLoader(
            source: FlickrFeed(), fetcher: server, cache: cache, thumbnails: cache, now: { clock.now })
    }

    private func load() throws -> LoadedPhoto {
        try #require(try loader().photos(request(), every: 180).first)
    }
}
