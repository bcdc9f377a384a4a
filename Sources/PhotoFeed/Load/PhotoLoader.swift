public import FoundationEssentials
internal import Glibc
public import Raster
public import Storage

/// The pipeline: feed → photo → bytes from cache or network → thumbnail.
public struct PhotoLoader: Sendable {
    /// A feed, and how it came.
    public struct LoadedFeed: Sendable {
        /// What the feed lists.
        public var feed: Feed
        /// The address or path it came from.
        public var url: String
        /// How it came to be served.
        public var arrival: Arrival
        /// Its own path, if it is a local file.
        var path: String?
        /// The address that the person typed, whose origin its photos may share even if it is private.
        var typedOrigin: String?
        /// Where that was reached when the feed came; `nil` where it was not noted.
        var reach: Reach?
    }

    let source: any FeedSource
    let resources: ResourceLoader
    let revalidations = RevalidationQueue()
    let thumbnails: any CacheTier
    /// Thumbnails of pictures that may not be stored, from their admission to their one use.
    let passing = MemoryCache<CacheKey, Bitmap>(totalCostLimit: 30_000_000)
    let cache: DiskCache
    let limits: LoadLimits
    let decoder: any PictureDecoder
    let onFeed: @Sendable (Feed) -> Void
    let onUnkept: @Sendable (StorageError) -> Void
    let onPassedOver: @Sendable (LoadError) -> Void
    let now: @Sendable () -> Date

    /// Makes a loader that looks for thumbnails in `thumbnails` and keeps them there; an offline one makes no request.
    ///
    /// `onFeed` is told of every feed that was read, before its photos are loaded, `onPassedOver` why a photo is not among
    /// those loaded, before the next is, and `onUnkept` why something that came could not be kept. Pictures are decoded by
    /// `decoder`: in this process, unless another one is given.
    public init(
        source: any FeedSource, fetcher: any Fetcher, cache: DiskCache, thumbnails: any CacheTier,
        limits: LoadLimits = .standard, isOffline: Bool = false, decoder: any PictureDecoder = InProcessDecoder(),
        onFeed: @escaping @Sendable (Feed) -> Void = { _ in },
        onPassedOver: @escaping @Sendable (LoadError) -> Void = { _ in },
        onUnkept: @escaping @Sendable (StorageError) -> Void = { _ in },
        now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.cache = cache
        self.thumbnails = thumbnails
        self.limits = limits
        self.decoder = decoder
        self.onFeed = onFeed
        self.onUnkept = onUnkept
        self.onPassedOver = onPassedOver
        self.now = now
        resources = ResourceLoader(
            cache: cache, fetcher: fetcher, now: now, isOffline: isOffline, patience: limits.patience)
    }

    /// Loads photos of a feed: the chosen one first, then those that follow it.
    ///
    /// A photo that fails is passed over as long as others are left. After the host said wait, no other photo is asked
    /// for; those in the cache still serve. Fewer than `count` come where the feed has fewer that load; where none does,
    /// the first photo's error is thrown. `interval` is the time from entry to entry in seconds, for `--item rotate`.
    public func photos(
        _ request: PhotoRequest, count: Int = 1, every interval: TimeInterval
    ) throws(LoadError) -> [LoadedPhoto] {
        let loaded = try feed(request)
        onFeed(loaded.feed)
        let ordered = try order(loaded, by: request.selection, every: interval)
        var photos: [LoadedPhoto] = []
        var firstError: LoadError?
        let uselessAnswers = UselessAnswers()
        for photo in ordered where photos.count < count {
            do throws(LoadError) {
                photos.append(try self.photo(photo, of: loaded, request, uselessAnswers))
            } catch let error where error.concernsOnePhoto {
                onPassedOver(error)
                firstError = firstError ?? error
            } catch {
                throw error
            }
        }
        guard photos.isEmpty else { return photos }
        throw firstError?.ofServer(at: now()) ?? .noPhotos(url: loaded.url)
    }

    /// Does what could wait until the photo was out: revalidates what was served before its revalidation, and tidies the
    /// cache once a day.
    ///
    /// What fails is tried again by the next run.
    public func finish() {
        revalidations.run()
        decoder.rest()
        _ = try? cache.tidy()
    }

    /// Keeps the originals of photos from eviction, as those that a widget shows, in place of those it showed before.
    package func pin(_ digests: [String], as name: String) throws(LoadError) {
        do { try cache.pin(digests, as: name) } catch { throw .storage(error) }
    }

    /// Reads the feed, from its server by the rules of HTTP caching, or from its file.
    public func feed(_ request: PhotoRequest) throws(LoadError) -> LoadedFeed {
        try feed(request, mustBeCurrent: false)
    }

    private func feed(_ request: PhotoRequest, mustBeCurrent: Bool) throws(LoadError) -> LoadedFeed {
        switch request.location {
        case .file(let path):
            let bytes = try LocalFile(reading: path, maxBytes: Self.maxFeedBytes, followsLinks: true).bytes
            return LoadedFeed(feed: try read(bytes, from: path, request.query), url: path, arrival: .cached, path: path)
        case .network:
            let url = try address(for: request.query)
            // The person typed the endpoint, so it may be a private one; Flickr's own is not.
            let origin = request.query.endpoint == nil ? nil : url
            let fetch = FetchRequest(url: url, maxBytes: Self.maxFeedBytes, policy: limits.policy(typed: origin))
            var new: Feed?
            var departed: [PhotoModel] = []
            let use = ResourceLoader.Use(
                allowsHeuristic: false, longestLifetime: Self.longestFeedLifetime, mustBeCurrent: mustBeCurrent,
                needsReach: origin != nil)
            let resource = try resources.resource(fetch, use) { (resource) throws(LoadError) in
                let feed = try read(resource.bytes, from: url, request.query)
                departed = photos(leaving: url, request.query, for: feed)
                new = feed
                return "json"
            }
            if let error = resource.unstored { onUnkept(error) }
            // A limit is kept by evicting them first; that they cannot be marked is no reason to stop.
            try? cache.evictFirst(departed.flatMap { $0.media.everySize.map(\.string) })
            if resource.needsRevalidation {
                revalidations.add(url) { _ = try? self.feed(request, mustBeCurrent: true) }
            }
            let feed = if let new { new } else { try read(resource.bytes, from: url, request.query) }
            return LoadedFeed(
                feed: feed, url: url, arrival: resource.arrival, typedOrigin: origin, reach: resource.reach)
        }
    }

    /// Loads one photo: the smallest of the host's sizes that covers the thumbnail, stepping down where one is missing.
    public func photo(
        _ photo: PhotoModel, of feed: LoadedFeed, _ request: PhotoRequest
    ) throws(LoadError) -> LoadedPhoto {
        try self.photo(photo, of: feed, request, UselessAnswers())
    }

    private func photo(
        _ photo: PhotoModel, of feed: LoadedFeed, _ request: PhotoRequest, _ uselessAnswers: UselessAnswers
    ) throws(LoadError) -> LoadedPhoto {
        var ladder = ladder(for: photo, of: feed, request)
        while true {
            do throws(LoadError) {
                var loaded = try picture(
                    ladder.candidate, of: photo, feed: feed, request.thumbnail, uselessAnswers: uselessAnswers)
                loaded.arrival = .of(feed: feed.arrival, picture: loaded.arrival)
                return loaded
            } catch {
                try ladder.stepDown(after: error)
            }
        }
    }

    /// Makes the thumbnail of one address, through the cache.
    ///
    /// A lenient request shows what there is of a damaged picture; the cache does not keep it.
    public func thumbnail(of url: String, _ request: ThumbnailRequest) throws(LoadError) -> Thumbnail {
        let fetch = FetchRequest(url: url, maxBytes: limits.maxBytes, policy: limits.policy(typed: url))
        var refused: Resource?
        do throws(LoadError) {
            var use = ResourceLoader.Use(allowsHeuristic: true, mustBeCurrent: true, mindsUselessAnswers: false)
            use.beforeRequest = { decoder.prepare(for: request) }
            let resource = try resources.resource(fetch, use) { (resource) throws(LoadError) in
                refused = resource
                let ending = try admit(resource, from: url, request)
                refused = nil
                return ending
            }
            if let error = resource.unstored { onUnkept(error) }
            return try decode(resource, of: url, request.with(.trusted))
        } catch .picture where request.strictness == .lenient {
            guard let refused else { throw .unavailable(url: url) }
            return try decode(refused, of: url, request)
        } catch {
            throw error
        }
    }

    /// Keeps a photo's files in the cache, and gives their paths: for entries that are shown later, by other programs.
    package func files(
        of loaded: LoadedPhoto, _ request: ThumbnailRequest
    ) throws(LoadError) -> (pam: String, png: String, original: String) {
        do throws(StorageError) {
            let original = try cache.path(
                ofOriginal: loaded.original.bytes, digest: loaded.original.digest,
                fileExtension: loaded.original.format.fileExtension)
            // The name says nothing of an area limit, so it says the size that came of it.
            let (box, fit) =
                request.maxArea == nil
                ? (request.box, request.fit)
                : (loaded.thumbnail.size, request.fit == .contain ? .exact : request.fit)
            guard let key = CacheKey(digest: loaded.original.digest, box: box, fit: fit) else {
                throw .system(operation: "name", path: loaded.original.digest, errno: EINVAL)
            }
            let files = try cache.files(of: loaded.thumbnail, for: key)
            return (files.pam, files.png, original)
        } catch {
            throw .storage(error)
        }
    }

    /// How long a feed is used without asking, in seconds, whatever its server says: a mistake there ends within a day.
    private static let longestFeedLifetime: TimeInterval = 86_400

    /// The largest feed, in bytes.
    private static let maxFeedBytes = 4 << 20

    private func address(for query: FeedQuery) throws(LoadError) -> String {
        do { return try source.address(for: query) } catch { throw .feed(error, url: query.endpoint ?? "the feed") }
    }

    /// The photos that the stored feed lists and the new one does not.
    private func photos(leaving url: String, _ query: FeedQuery, for new: Feed) -> [PhotoModel] {
        guard let bytes = resources.storedBytes(of: url), let old = try? source.feed(in: bytes, for: query) else {
            return []
        }
        let staying = Set(new.photos.map(\.media))
        return old.photos.filter { !staying.contains($0.media) }
    }

    private func read(_ bytes: [UInt8], from url: String, _ query: FeedQuery) throws(LoadError) -> Feed {
        do { return try source.feed(in: bytes, for: query) } catch { throw .feed(error, url: url) }
    }

    private func order(
        _ feed: LoadedFeed, by selection: FeedSelection, every interval: TimeInterval
    ) throws(LoadError) -> [PhotoModel] {
        guard !feed.feed.photos.isEmpty else { throw .noPhotos(url: feed.url) }
        var generator = SystemRandomNumberGenerator()
        do {
            return try selection.ordered(feed.feed.photos, now: now(), every: interval, using: &generator)
        } catch {
            throw .feed(error, url: feed.url)
        }
    }
}
