import FoundationEssentials
import PhotoFeed
import Raster
import Storage
import TestSupport
import Testing

@Suite struct PhotoLoaderTests {
    private static let endpoint = "https://feeds.example/photos.gne"
    private static let feedURL = endpoint + "?tags=texas&tagmode=any&format=json&nojsoncallback=1"
    private static let base = "https://photos.example/65535/1000000000"

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let server: StubFetcher

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        server = StubFetcher(now: { clock.now })
        server.set(Self.feedURL, .body(ListedFeed.json((1...3).map(Self.media)), maxAge: 60))
        for index in 1...3 {
            server.set(Self.media(index), .body(try SamplePicture.jpeg(240, 160, seed: index), maxAge: 600))
        }
    }

    @Test func `the first photo is fetched, then cached, then revalidated`() throws {
        let first = try load()
        #expect(first.arrival == .fetched)
        #expect(first.photo.title == "one")
        #expect(first.thumbnail.size == PixelSize(width: 120, height: 80))
        #expect(first.original.size == PixelSize(width: 240, height: 160))
        #expect(first.original.digest == SHA256.hexDigest(of: first.original.bytes))

        clock.advance(by: 30)
        #expect(try load().arrival == .cached)
        #expect(server.requests.count == 2)

        clock.advance(by: 31)
        let third = try load()
        #expect(third.arrival == .revalidated)
        #expect(third.thumbnail == first.thumbnail)
        #expect(server.requests.count == 3)
        #expect(server.requests.last?.etag != nil)
    }

    @Test func `another loader finds everything in the cache`() throws {
        _ = try load()
        #expect(try load(isOffline: true).arrival == .cached)
        #expect(server.requests.count == 2)
    }

    @Test func `what may be served while it is revalidated is served first, and revalidated at the end`() throws {
        let (clock, server) = (clock, server)
        let lenient = ScriptedFetcher { request throws(FetchError) in
            var response = try server.fetch(request)
            response.fields.append(name: "Cache-Control", value: "stale-while-revalidate=600")
            response.requestedAt = clock.now
            return response
        }
        _ = try load(from: lenient)
        clock.advance(by: 61)
        let loader = try loader(from: lenient)
        #expect(try loader.photos(request(), every: 180).first?.arrival == .cached)
        #expect(lenient.requests.count == 2)
        loader.finish()
        #expect(lenient.requests.count == 3)
        loader.finish()
        #expect(lenient.requests.count == 3)
        #expect(try loader.photos(request(), every: 180).first?.arrival == .cached)
    }

    @Test func `offline and empty is an error, and nothing is asked`() throws {
        #expect(throws: LoadError.fetch(.offline(url: Self.feedURL))) { try load(isOffline: true) }
        #expect(server.requests.isEmpty)
    }

    @Test func `when the server is gone the cached picture serves, with the reason`() throws {
        let good = try load()
        clock.advance(by: 1000)
        for url in [Self.feedURL, Self.media(1)] {
            server.set(url, .failure(.unreachable(url: url, reason: "refused")))
        }
        let stale = try load()
        #expect(stale.thumbnail == good.thumbnail)
        guard case .stale(let reason) = stale.arrival else {
            Issue.record("expected a stale picture, found \(stale.arrival)")
            return
        }
        #expect(reason.contains("refused"))
    }

    @Test(arguments: [403, 404, 410])
    func `a photo that is gone gives way to the next, and is not asked for again`(code: Int) throws {
        server.set(Self.media(1), .failure(.status(url: Self.media(1), code: code, retryAt: nil)))
        #expect(try load().photo.title == "two")
        clock.advance(by: 61)
        #expect(try load().photo.title == "two")
        #expect(asked(Self.media(1)) == 1)
    }

    @Test func `after too many requests the host is left alone until the time it named`() throws {
        let until = clock.now + 120
        server.set(Self.media(1), .failure(.status(url: Self.media(1), code: 429, retryAt: until)))
        #expect(throws: LoadError.fetch(.status(url: Self.media(1), code: 429, retryAt: until))) { try load() }
        let count = server.requests.count
        clock.advance(by: 119)
        #expect(throws: LoadError.fetch(.waiting(url: Self.media(1), until: until))) { try load() }
        #expect(asked(Self.media(1)) == 1)
        #expect(asked(Self.media(2)) == 0)
        #expect(server.requests.count == count + 1)
        clock.advance(by: 2)
        server.set(Self.media(1), .body(try SamplePicture.jpeg(240, 160, seed: 1), maxAge: 600))
        #expect(try load().arrival == .fetched)
    }

    @Test func `what is no picture is not kept, and the next photo serves`() throws {
        server.set(Self.media(1), .body(Array("<html>busy</html>".utf8), maxAge: 600))
        server.set(Self.media(2), .body([], maxAge: 600))
        #expect(try load().photo.title == "three")
        #expect(try scratch.files(below: "objects").count == 2)
    }

    @Test func `a cut picture is not kept`() throws {
        let whole = try SamplePicture.jpeg(240, 160, seed: 1)
        server.set(Self.media(1), .body(Array(whole.prefix(whole.count * 6 / 10)), maxAge: 600))
        #expect(try load().photo.title == "two")
    }

    @Test func `the host's picture for a missing photo is not taken for the photo`() throws {
        server.set(
            Self.media(1), .redirected(SamplePicture.png(80, 80), to: "https://photos.example/photo_unavailable.png"))
        #expect(try load().photo.title == "two")
    }

    @Test func `a picture that may not be stored is shown and not stored`() throws {
        server.set(Self.media(1), .unstorable(try SamplePicture.jpeg(240, 160, seed: 1)))
        #expect(try load().arrival == .fetched)
        #expect(try scratch.files(below: "objects").filter { $0.hasSuffix(".jpg") }.isEmpty)
        #expect(try load().arrival == .fetched)
        #expect(try scratch.files(below: "thumbnails").isEmpty)
    }

    @Test(arguments: [[], [1, 2, 3] as [UInt8]])
    func `a damaged original is a miss and is fetched again`(damage: [UInt8]) throws {
        let good = try load()
        let file = try #require(try scratch.files(below: "objects").first { $0.hasSuffix(".jpg") })
        try AtomicFile.replace(at: scratch(file), with: damage)
        let again = try load()
        #expect(again.arrival == .fetched)
        #expect(again.original.bytes == good.original.bytes)
        #expect(try MappedFile.contents(ofFile: scratch(file)) == good.original.bytes)
    }

    @Test(arguments: [[], [1, 2, 3] as [UInt8]])
    func `a damaged thumbnail is made again from the original, without a request`(damage: [UInt8]) throws {
        let good = try load()
        let file = try #require(try scratch.files(below: "thumbnails").first)
        try AtomicFile.replace(at: scratch(file), with: damage)
        #expect(try load().thumbnail == good.thumbnail)
        #expect(server.requests.count == 2)
    }

    @Test func `an empty feed is told as such`() throws {
        server.set(Self.feedURL, .body(ListedFeed.json([]), maxAge: 60))
        #expect(throws: LoadError.noPhotos(url: Self.feedURL)) { try load() }
    }

    @Test func `several entries have a photo each, without those that fail`() throws {
        server.set(Self.media(2), .failure(.status(url: Self.media(2), code: 404, retryAt: nil)))
        let photos = try loader().photos(request(), count: 5, every: 180)
        #expect(photos.map(\.photo.title) == ["one", "three"])
    }

    @Test func `a photo may be private only if the feed that was typed has its origin and came from a private address`()
        throws
    {
        server.move(to: .privateNetwork)
        _ = try load()
        #expect(server.requests.map(\.policy.trustedOrigin) == [Self.feedURL, Self.feedURL])
        #expect(server.requests.allSatisfy { !$0.policy.allowsPrivateAddresses })
    }

    @Test(arguments: [Reach.publicNetwork, .proxy, nil])
    func `a typed name that did not lead to a private address is held to public ones`(reach: Reach?) throws {
        server.move(to: reach)
        _ = try load()
        #expect(server.requests.map(\.policy.trustedOrigin) == [Self.feedURL, nil])
        #expect(server.requests.map(\.policy.publicOrigin) == [nil, Self.feedURL])
    }

    @Test func `a feed that came from a public address is asked for at public ones from then on, by every run`() throws
    {
        server.move(to: .publicNetwork)
        _ = try load()
        clock.advance(by: 30)
        server.set(Self.media(1), .failure(.status(url: Self.media(1), code: 404, retryAt: nil)))
        _ = try load()
        clock.advance(by: 700)
        _ = try load()
        #expect(server.requests.count > 3)
        #expect(server.requests.dropFirst().allSatisfy { $0.policy.trustedOrigin == nil })
    }

    @Test func `a stored feed of which nobody noted where it came from is asked for anew before its photos`() throws {
        server.move(to: .privateNetwork)
        _ = try load()
        var index = try Database.open(
            path: scratch("index.sqlite"),
            schema: DatabaseSchema(applicationID: 0x5057_6369, migrations: Array(repeating: "", count: 4)))
        try index.execute("UPDATE responses SET reach = NULL")
        _ = try load()
        #expect(server.requests.map(\.url) == [Self.feedURL, Self.media(1), Self.feedURL])
        #expect(server.requests.last?.etag != nil)
        _ = try load()
        #expect(server.requests.count == 3)
    }

    @Test func `an entry for later names files that are there and whole`() throws {
        let request = request()
        let photo = try load()
        let files = try loader().files(of: photo, request.thumbnail)
        #expect(try MappedFile.contents(ofFile: files.original) == photo.original.bytes)
        #expect(try MappedFile.contents(ofFile: files.pam) == PAMEncoder.encode(photo.thumbnail))
        #expect(try MappedFile.contents(ofFile: files.png) == PNGEncoder.encode(photo.thumbnail))
        try AtomicFile.replace(at: files.png, with: [1])
        #expect(try loader().files(of: photo, request.thumbnail) == files)
        #expect(try MappedFile.contents(ofFile: files.png) == PNGEncoder.encode(photo.thumbnail))
    }

    @Test func `an area limit does not spoil the thumbnail without one`() throws {
        let whole = try load()
        var request = request()
        request.thumbnail.maxArea = 600
        let small = try #require(try loader().photos(request, every: 180).first)
        #expect(small.thumbnail.size.area <= 600)
        _ = try loader().files(of: small, request.thumbnail)
        #expect(try load().thumbnail == whole.thumbnail)
    }

    // MARK: - Saved feeds

    @Test func `a saved feed reaches the files below its folder`() throws {
        try scratch.write(try SamplePicture.jpeg(240, 160), to: "saved/photos/a.jpg")
        try scratch.write(ListedFeed.json(["photos/a.jpg"]), to: "saved/feed.json")
        let first = try load(saved: "saved/feed.json")
        #expect(first.arrival == .fetched)
        #expect(first.original.url == "file://\(scratch("saved/photos/a.jpg"))")
        #expect(try load(saved: "saved/feed.json").arrival == .cached)
        try scratch.write(try SamplePicture.jpeg(240, 160, seed: 9), to: "saved/photos/a.jpg")
        #expect(try load(saved: "saved/feed.json").arrival == .fetched)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["../secret.jpg", "%2e%2e/secret.jpg", "photos/../../secret.jpg", "link/secret.jpg", "link.jpg"])
    func `a saved feed reaches nothing outside its folder`(reference: String) throws {
        try scratch.write(try SamplePicture.jpeg(240, 160), to: "secret.jpg")
        try scratch.write(ListedFeed.json([reference]), to: "saved/feed.json")
        try SymbolicLink.replace(at: scratch("saved/link"), with: "..")
        try SymbolicLink.replace(at: scratch("saved/link.jpg"), with: "../secret.jpg")
        #expect {
            try load(saved: "saved/feed.json")
        } throws: { error in
            if case LoadError.fetch(.refused) = error { true } else { false }
        }
    }

    @Test func `a saved feed may be named through a link, and a photo that is too large is refused`() throws {
        try scratch.write(try SamplePicture.jpeg(240, 160), to: "saved/a.jpg")
        try scratch.write(ListedFeed.json(["a.jpg"]), to: "elsewhere/feed.json")
        try SymbolicLink.replace(at: scratch("saved/feed.json"), with: "../elsewhere/feed.json")
        #expect(try load(saved: "saved/feed.json").arrival == .fetched)
        let size = try #require(try FileStatus.of(scratch("saved/a.jpg"))).byteCount
        var request = request()
        request.location = .file(path: scratch("saved/feed.json"))
        #expect(throws: LoadError.fetch(.tooLarge(url: scratch("saved/a.jpg"), limit: size - 1))) {
            try loader(limits: LoadLimits(maxBytes: size - 1)).photos(request, every: 180)
        }
    }

    @Test(arguments: ["none.jpg", "folder"])
    func `a saved photo that is no file gives way to the next`(reference: String) throws {
        try scratch.write(try SamplePicture.jpeg(240, 160), to: "saved/a.jpg")
        try Directory.create(at: scratch("saved/folder"))
        try scratch.write(ListedFeed.json([reference, "a.jpg"]), to: "saved/feed.json")
        #expect(try load(saved: "saved/feed.json").original.url == "file://\(scratch("saved/a.jpg"))")
    }

    @Test func `a saved feed that is not there is told by its path`() throws {
        let path = scratch("nowhere.json")
        #expect {
            try load(saved: "nowhere.json")
        } throws: { error in
            if case LoadError.storage(.system(_, path, 2)) = error { true } else { false }
        }
    }

    // MARK: - What the tests ask for

    private static func media(_ index: Int) -> String { "\(base)\(index)_0123456789_m.jpg" }

    private func asked(_ url: String) -> Int { server.requests.filter { $0.url == url }.count }

    private func loader(
        isOffline: Bool = false, limits: LoadLimits = .standard, from fetcher: (any Fetcher)? = nil
    ) throws -> PhotoLoader {
        let clock = clock
        let cache = try DiskCache(directory: scratch.path, now: { clock.now })
        return PhotoLoader(
            source: FlickrFeed(), fetcher: fetcher ?? server, cache: cache, thumbnails: cache, limits: limits,
            isOffline: isOffline, now: { clock.now })
    }

    private func request() -> PhotoRequest {
        PhotoRequest(
            query: FeedQuery(tags: ["texas"], endpoint: Self.endpoint),
            thumbnail: ThumbnailRequest(box: PixelSize(width: 120, height: 120)))
    }

    private func load(isOffline: Bool = false, from fetcher: (any Fetcher)? = nil) throws -> LoadedPhoto {
        try #require(try loader(isOffline: isOffline, from: fetcher).photos(request(), every: 180).first)
    }

    private func load(saved name: String) throws -> LoadedPhoto {
        var request = request()
        request.location = .file(path: scratch(name))
        return try #require(try loader().photos(request, every: 180).first)
    }
}
