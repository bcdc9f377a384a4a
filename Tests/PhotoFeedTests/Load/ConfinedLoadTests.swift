import DecodeWorker
import Foundation
import PhotoFeed
import Raster
import Storage
import Synchronization
import TestSupport
import Testing

/// A refresh whose pictures are decoded in a process of their own.
@Suite struct ConfinedLoadTests {
    private static let endpoint = "https://feeds.example/photos.gne"
    private static let feedURL = endpoint + "?tags=texas&tagmode=any&format=json&nojsoncallback=1"

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let server: StubFetcher

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        server = StubFetcher(now: { clock.now })
        server.set(Self.feedURL, .body(ListedFeed.json((1...2).map(Self.media)), maxAge: 60))
        for index in 1...2 {
            server.set(Self.media(index), .body(try SamplePicture.jpeg(240, 160, seed: index), maxAge: 600))
        }
    }

    @Test func `the process that decoded the photo shown makes no system calls but those of its list`() throws {
        let workers = DecodeWorkers()
        let photo = try #require(try loader(workers).photos(request, every: 180).first)
        #expect(photo.arrival == .fetched)
        #expect(photo.thumbnail.size == PixelSize(width: 120, height: 80))
        let process = try #require(workers.waiting.last)
        #expect(workers.waiting.count == 1)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2\n"))
        #expect(status.contains("NoNewPrivs:\t1\n"))
    }

    @Test func `what the cache has starts no process, and the end of a refresh ends those that there are`() throws {
        let workers = DecodeWorkers()
        let first = try loader(workers)
        _ = try first.photos(request, every: 180)
        first.finish()
        #expect(workers.waiting.isEmpty)
        clock.advance(by: 30)
        #expect(try loader(workers).photos(request, every: 180).first?.arrival == .cached)
        #expect(workers.waiting.isEmpty)
    }

    @Test func `bytes that stopped a decoder are passed over, told, and not decoded again for a day`() throws {
        let decoder = StoppingDecoder(picture: try SamplePicture.jpeg(240, 160, seed: 1))
        let told = Mutex<[LoadError]>([])
        let error = LoadError.picture(.stopped(.crashed(signal: 11)), url: Self.media(1))
        for (hours, decoded) in [(0, 1), (1, 1), (25, 2)] {
            clock.advance(by: Double(hours) * 3600)
            told.withLock { $0 = [] }
            let loader = try loader(decoder) { error in told.withLock { $0.append(error) } }
            #expect(try loader.photos(request, every: 180).first?.photo.title == "two")
            #expect(told.withLock { $0 } == [error])
            #expect(decoder.stops == decoded, "after \(hours) hours")
        }
    }

    @Test func `a decoder that was ended from outside says nothing of the picture`() throws {
        let picture = try SamplePicture.jpeg(240, 160, seed: 1)
        let decoder = StoppingDecoder(picture: picture, stop: .ended(signal: 15))
        for _ in 0..<2 { _ = try loader(decoder).photos(request, every: 180) }
        #expect(decoder.stops == 2)
    }

    @Test func `where no process can be started, one photo is asked for and the reason is thrown`() throws {
        let picture = try SamplePicture.jpeg(240, 160, seed: 1)
        let decoder = StoppingDecoder(picture: picture, error: .unprotected(reason: "no seccomp"))
        #expect(throws: LoadError.picture(.unprotected(reason: "no seccomp"), url: Self.media(1))) {
            try loader(decoder).photos(request, every: 180)
        }
        #expect(server.requests.count == 2)
    }

    // MARK: Steps

    private static func media(_ index: Int) -> String {
        "https://photos.example/65535/1000000000\(index)_0123456789_m.jpg"
    }

    private var request: PhotoRequest {
        PhotoRequest(
            query: FeedQuery(tags: ["texas"], endpoint: Self.endpoint),
            thumbnail: ThumbnailRequest(box: PixelSize(width: 120, height: 120)))
    }

    private func loader(
        _ decoder: any PictureDecoder, onPassedOver: @escaping @Sendable (LoadError) -> Void = { _ in }
    ) throws -> PhotoLoader {
        let clock = clock
        let cache = try DiskCache(directory: scratch.path, now: { clock.now })
        return PhotoLoader(
            source: FlickrFeed(), fetcher: server, cache: cache, thumbnails: cache, decoder: decoder,
            onPassedOver: onPassedOver, now: { clock.now })
    }
}

/// Decodes, but for one picture that stops it.
private final class StoppingDecoder: PictureDecoder {
    private let picture: [UInt8]
    private let error: DecodingError
    private let count = Mutex(0)

    init(picture: [UInt8], stop: DecoderStop = .crashed(signal: 11)) {
        self.picture = picture
        error = .stopped(stop)
    }

    init(picture: [UInt8], error: DecodingError) {
        self.picture = picture
        self.error = error
    }

    /// How often the picture was decoded.
    var stops: Int { count.withLock { $0 } }

    func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        if unsafe bytes.withUnsafeBytes({ unsafe $0.elementsEqual(picture) }) {
            count.withLock { $0 += 1 }
            throw error
        }
        return try ImageDecoders.thumbnail(of: bytes, request)
    }

    func prepare(for request: ThumbnailRequest) {}
    func rest() {}
}
