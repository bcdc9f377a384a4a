import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@Suite struct PhotoEngineTests {
    private static let endpoint = "https://feeds.example/photos.gne"
    private static let feedURL = endpoint + "?tagmode=any&format=json&nojsoncallback=1"
    private static let media = "https://photos.example/65535/10000000001_0123456789_m.jpg"

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let server: StubFetcher

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        server = StubFetcher(now: { clock.now })
        server.set(Self.feedURL, .body(ListedFeed.json([Self.media]), maxAge: 60))
        server.set(Self.media, .body(try SamplePicture.jpeg(240, 160), maxAge: 60))
    }

    @Test func `a refresh publishes what it returns`() throws {
        let entry = try engine().refresh()
        #expect(entry.status == .fresh)
        #expect(entry.date == clock.now)
        #expect(entry.validUntil == clock.now + 180)
        #expect(entry.policy == .after(clock.now + 180))
        #expect(try publisher.current(kind: "photo", instance: "default") == entry)
    }

    @Test func `what is shown is pinned, and what was shown before is not`() throws {
        let first = try engine().refresh()
        #expect(try pinned() == [first.image?.sha256])
        server.set(Self.feedURL, .body(ListedFeed.json([Self.media + "?2"]), maxAge: 60))
        server.set(Self.media + "?2", .body(try SamplePicture.jpeg(240, 160, seed: 2), maxAge: 60))
        clock.advance(by: 180)
        let second = try engine().refresh()
        #expect(second.image?.sha256 != first.image?.sha256)
        #expect(try pinned() == [second.image?.sha256])
    }

    private func pinned() throws -> [String?] {
        try DiskCache(directory: scratch("cache")).entries().filter(\.isPinned).map(\.digest)
    }

    @Test func `when everything is gone the last good picture is published as stale`() throws {
        let good = try engine().refresh()
        try Directory.removeTree(at: scratch("cache"))
        server.set(Self.feedURL, .failure(.unreachable(url: Self.feedURL, reason: "refused")))
        clock.advance(by: 180)
        let stale = try engine().refresh()
        #expect(stale.status == .stale)
        #expect(stale.reason?.contains("refused") == true)
        #expect(stale.image?.sha256 == good.image?.sha256)
        #expect(stale.date == clock.now)
        #expect(try publisher.current(kind: "photo", instance: "default") == stale)
    }

    @Test func `with nothing good before, the failure is thrown and nothing is published`() throws {
        server.set(Self.feedURL, .failure(.unreachable(url: Self.feedURL, reason: "refused")))
        #expect(throws: WidgetError.load(.fetch(.unreachable(url: Self.feedURL, reason: "refused")))) {
            try engine().refresh()
        }
        #expect(try publisher.current(kind: "photo", instance: "default") == nil)
    }

    @Test func `an empty feed leaves what was published as it was`() throws {
        let good = try engine().refresh()
        clock.advance(by: 61)
        server.set(Self.feedURL, .body(ListedFeed.json([]), maxAge: 60))
        #expect(throws: WidgetError.load(.noPhotos(url: Self.feedURL))) { try engine().refresh() }
        #expect(try publisher.current(kind: "photo", instance: "default") == good)
    }

    @Test func `while another run publishes, none other asks for anything`() throws {
        let lock = try publisher.lock(kind: "photo", instance: "default")
        #expect(throws: WidgetError.alreadyRunning(kind: "photo", instance: "default")) { try engine().refresh() }
        #expect(server.requests.isEmpty)
        extendLifetime(lock)
    }

    @Test func `a placeholder says why there is nothing to show`() throws {
        let entry = try engine().placeholder(because: .load(.noPhotos(url: "u")))
        #expect(entry.status == .placeholder)
        #expect(entry.image == nil)
        #expect(entry.reason == "u: the feed has no photos")
    }

    private var publisher: Publisher { Publisher(stateDirectory: scratch("state")) }

    private func engine() throws -> WidgetEngine {
        let clock = clock
        let cache = try DiskCache(directory: scratch("cache"), now: { clock.now })
        let loader = PhotoLoader(
            source: FlickrFeed(), fetcher: server, cache: cache, thumbnails: cache, now: { clock.now })
        let request = PhotoRequest(query: FeedQuery(endpoint: Self.endpoint))
        let provider = PhotoProvider(loader: loader, request: request, every: 180, now: { clock.now })
        return WidgetEngine(
            provider: provider, stateDirectory: scratch("state"), instance: "default", every: 180, now: { clock.now })
    }
}
