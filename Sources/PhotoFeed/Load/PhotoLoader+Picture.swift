internal import FoundationEssentials
internal import Raster
internal import Storage

/// One address or file of a photo, from its bytes to its thumbnail.
extension PhotoLoader {
    /// Loads one of a photo's sizes.
    func picture(
        _ candidate: PhotoURL, of photo: PhotoModel, feed: LoadedFeed, _ request: ThumbnailRequest,
        mustBeCurrent: Bool = false, uselessAnswers: UselessAnswers? = nil
    ) throws(LoadError) -> LoadedPhoto {
        switch try location(of: candidate, in: feed) {
        case .file(let path):
            return try loaded(try file(path, of: feed, request), url: "file://\(path)", photo, request)
        case .web(let url):
            var use = ResourceLoader.Use(
                allowsHeuristic: true, mustBeCurrent: mustBeCurrent, uselessAnswers: uselessAnswers)
            use.beforeRequest = { decoder.prepare(for: request) }
            let resource = try resources.resource(fetchRequest(for: url, of: feed), use) {
                (resource) throws(LoadError) in try admit(resource, as: candidate, from: url, request)
            }
            if let error = resource.unstored { onUnkept(error) }
            // Another photo may have brought these bytes, at an address that says nothing to it.
            if candidate.isUnavailablePlaceholder(effectiveURL: resource.effectiveURL) { throw .unavailable(url: url) }
            if resource.needsRevalidation {
                revalidations.add(url) {
                    _ = try? picture(candidate, of: photo, feed: feed, request, mustBeCurrent: true)
                }
            }
            return try loaded(resource, url: url, photo, request)
        }
    }

    /// The addresses of a photo, the best for a request first.
    func ladder(for photo: PhotoModel, of feed: LoadedFeed, _ request: PhotoRequest) -> SizeLadder {
        let box = request.thumbnail.box
        let candidates = photo.media.candidates(
            for: request.variant, box: box, fit: request.thumbnail.fit, preview: photo.previewSize)
        var ladder = SizeLadder(candidates, of: photo)
        if request.variant == .automatic, let larger = prefetched(ladder.candidate, feed, request.thumbnail) {
            ladder.putFirst(larger)
        }
        return ladder
    }

    /// A larger size of which the thumbnail asked for was made before: it is not fetched again in a smaller one.
    private func prefetched(
        _ candidate: PhotoURL, _ feed: LoadedFeed, _ request: ThumbnailRequest
    ) -> PhotoURL? {
        guard case .web(let url) = try? location(of: candidate, in: feed), cache.finalResponse(for: url) == nil else {
            return nil
        }
        return candidate.largerSizes.first { larger in
            guard case .web(let url) = try? location(of: larger, in: feed), let response = cache.finalResponse(for: url)
            else { return false }
            return key(for: response.digest, request).map(cache.holds) ?? false
        }
    }

    /// The request for a photo of a feed: its address may be private only if it has the origin of the feed that the
    /// person typed, and the feed came from a private address.
    func fetchRequest(for url: String, of feed: LoadedFeed) -> FetchRequest {
        var policy = limits.policy(typed: feed.typedOrigin)
        policy.learn(feed.reach == .privateNetwork ? .privateNetwork : .publicNetwork)
        return FetchRequest(url: url, maxBytes: limits.maxBytes, policy: policy)
    }

    /// Judges the new bytes of one of a photo's sizes; see ``admit(_:from:_:)``.
    func admit(
        _ resource: Resource, as candidate: PhotoURL, from url: String, _ request: ThumbnailRequest
    ) throws(LoadError) -> String {
        guard !candidate.isUnavailablePlaceholder(effectiveURL: resource.effectiveURL) else {
            // A portal's page is no picture for missing photos: when the network is there the photo is there too.
            if (try? ImageDecoders.header(of: resource.bytes, limits: request.limits)) == nil {
                throw .picture(.notAPicture(found: "a page at \(resource.effectiveURL)"), url: url)
            }
            throw .unavailable(url: url)
        }
        return try admit(resource, from: url, request)
    }

    /// Decodes new bytes, as they must be before they may be stored, and keeps the thumbnail that this made.
    ///
    /// - Returns: the ending of a file of these bytes.
    func admit(_ resource: Resource, from url: String, _ request: ThumbnailRequest) throws(LoadError) -> String {
        let thumbnail = try decode(resource, of: url, request.with(.strict))
        if let key = key(for: resource.digest, request) {
            if resource.mayStore {
                thumbnails.store(thumbnail.bitmap, for: key)
            } else {
                passing.store(thumbnail.bitmap, for: key)
            }
        }
        return thumbnail.format.fileExtension
    }

    /// Decodes a resource's bytes to a thumbnail.
    ///
    /// Bytes that stopped the decoder's process are not decoded again for a day, wherever they come from.
    func decode(_ resource: Resource, of url: String, _ request: ThumbnailRequest) throws(LoadError) -> Thumbnail {
        let key = "sha256:\(resource.digest)"
        if let failure = cache.failure(for: key, at: now()), let stop = DecoderStop(code: failure.kind) {
            throw .picture(.stopped(stop), url: url)
        }
        do throws(DecodingError) {
            return try decoder.thumbnail(of: resource.bytes, request.expecting(url))
        } catch {
            if case .stopped(let stop) = error, stop.blamesPicture {
                // A cache that cannot be written to remembers nothing; the next run then tries once more.
                try? cache.recordFailure(
                    CachedFailure(url: key, kind: stop.code, until: now() + Self.lifeOfStop))
            }
            throw .picture(error, url: url)
        }
    }

    /// How long bytes that stopped a decoder's process are not decoded again, in seconds.
    private static let lifeOfStop: TimeInterval = 86_400

    /// Puts a photo together, its thumbnail from the tiers where they have it, else made now of bytes admitted before.
    private func loaded(
        _ resource: Resource, url: String, _ photo: PhotoModel, _ request: ThumbnailRequest
    ) throws(LoadError) -> LoadedPhoto {
        let outline: PictureOutline
        do {
            outline = try unsafe PictureOutline(of: resource.bytes.span.bytes, limits: request.expecting(url).limits)
        } catch {
            throw .picture(error, url: url)
        }
        guard let size = outline.size else {
            throw .picture(.corrupt(outline.format, reason: "no header names a size"), url: url)
        }
        guard size.area <= request.limits.maxPixels else {
            throw .picture(.tooManyPixels(size, limit: request.limits.maxPixels), url: url)
        }
        let key = key(for: resource.digest, request)
        var bitmap: Bitmap?
        if let key, !resource.mayStore {
            bitmap = passing.bitmap(for: key)
            passing.remove(key)
        }
        bitmap = bitmap ?? key.flatMap { thumbnails.bitmap(for: $0) }
        if bitmap == nil {
            bitmap = try decode(resource, of: url, request.with(.trusted)).bitmap
            if let key, let bitmap, resource.mayStore { thumbnails.store(bitmap, for: key) }
        }
        guard let bitmap else { throw .unavailable(url: url) }
        let original = OriginalPicture(
            bytes: resource.bytes, digest: resource.digest, format: outline.format, size: size, url: url,
            modified: resource.modified)
        return LoadedPhoto(photo: photo, thumbnail: bitmap, original: original, arrival: resource.arrival)
    }

    /// The name of a thumbnail in the tiers; `nil` under an area limit, of which the name would say nothing.
    func key(for digest: String, _ request: ThumbnailRequest) -> CacheKey? {
        request.maxArea == nil ? CacheKey(digest: digest, box: request.box, fit: request.fit) : nil
    }

    func location(of candidate: PhotoURL, in feed: LoadedFeed) throws(LoadError) -> PhotoLocation {
        do { return try candidate.location(relativeTo: feed.path) } catch { throw .fetch(error) }
    }

    /// Reads a photo's file below its feed's folder; the cache keeps its bytes as if they had come from an address.
    func file(
        _ path: String, of feed: LoadedFeed, _ request: ThumbnailRequest
    ) throws(LoadError) -> Resource {
        let file = try LocalFolder(ofFeed: feed.path ?? path).read(path, maxBytes: limits.maxBytes)
        let url = "file://\(path)"
        var resource = Resource(
            bytes: file.bytes, digest: SHA256.hexDigest(of: file.bytes), arrival: .fetched, modified: file.modified,
            effectiveURL: url, address: url)
        if let known = cache.response(for: url), known.digest == resource.digest {
            resource.arrival = .cached
            return resource
        }
        let ending = try admit(resource, from: url, request)
        do throws(StorageError) {
            _ = try cache.store(
                file.bytes, fileExtension: ending, url: url, fields: HTTPFields(), requestedAt: now(),
                receivedAt: now())
        } catch {
            resource.unstored = error
        }
        return resource
    }
}

extension ThumbnailRequest {
    /// The request with another strictness.
    func with(_ strictness: Strictness) -> ThumbnailRequest {
        var request = self
        request.strictness = strictness
        return request
    }

    /// The request with the formats that an address promises.
    fileprivate func expecting(_ url: String) -> ThumbnailRequest {
        var request = self
        request.limits.formats = ImageFormat.promised(byName: String(url.prefix { $0 != "?" && $0 != "#" }))
        return request
    }
}
