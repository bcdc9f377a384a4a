public import FoundationEssentials
public import PhotoFeed
public import WidgetTimeline

/// The photo widget's provider: a photo now, and another after `every` seconds.
public struct PhotoProvider: TimelineProvider, Sendable {
    private let loader: PhotoLoader
    private let request: PhotoRequest
    private let every: TimeInterval
    private let entryCount: Int
    private let now: @Sendable () -> Date

    /// Makes a provider of timelines of `entryCount` entries, `every` seconds apart, each with a photo of its own while
    /// they last.
    public init(
        loader: PhotoLoader, request: PhotoRequest, every: TimeInterval, entryCount: Int = 1,
        now: @escaping @Sendable () -> Date
    ) {
        self.loader = loader
        self.request = request
        self.every = every
        self.entryCount = entryCount
        self.now = now
    }

    /// An entry without a photo, at once.
    public func placeholder(in context: Context) -> PhotoEntry { placeholder(because: nil) }

    /// The photo of now; for a preview, which must not wait for the network, the placeholder.
    public func getSnapshot(in context: Context, completion: @escaping @Sendable (PhotoEntry) -> Void) {
        completion(context.isPreview ? placeholder(because: nil) : timelineOrPlaceholder(count: 1).entries[0])
    }

    /// The timeline; where no photo comes, a placeholder with the reason.
    public func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<PhotoEntry>) -> Void) {
        completion(timelineOrPlaceholder(count: entryCount))
    }

    /// The timeline, or why there is none.
    ///
    /// A photo that fails is left out as long as another one of the feed can take its place.
    public func timeline() throws(LoadError) -> Timeline<PhotoEntry> { try timeline(count: entryCount) }

    /// The timeline from a date on, or why there is none.
    func timeline(from start: Date) throws(LoadError) -> Timeline<PhotoEntry> {
        try timeline(count: entryCount, from: start)
    }

    /// Keeps the pictures of an entry in the cache, and says where; `nil` if it has none.
    func pictures(of entry: PhotoEntry) throws(LoadError) -> PicturePaths? {
        guard let loaded = entry.loaded else { return nil }
        let files = try loader.files(of: loaded, request.thumbnail)
        return PicturePaths(png: files.png, rgba: files.pam, original: files.original)
    }

    /// Keeps the originals of some entries' photos in the cache while a widget shows them.
    ///
    /// A cache that cannot be written to keeps what it has anyway.
    func pin(_ entries: [PhotoEntry], as name: String) {
        try? loader.pin(entries.compactMap { $0.loaded?.original.digest }, as: name)
    }

    /// Does what could wait until the entry was out; see ``PhotoLoader/finish()``.
    func finish() { loader.finish() }

    private func timeline(count: Int, from date: Date? = nil) throws(LoadError) -> Timeline<PhotoEntry> {
        let start = date ?? now()
        let photos = Self.withinBudget(try loader.photos(request, count: count, every: every))
        let entries = photos.enumerated().map { index, loaded in
            PhotoEntry(
                date: start + Double(index) * every, validUntil: start + Double(index + 1) * every, loaded: loaded)
        }
        return Timeline(entries: entries, policy: .after(start + Double(entries.count) * every))
    }

    /// The first of some photos whose pixels and originals take no more than ``byteBudget``; one at least.
    private static func withinBudget(_ photos: [LoadedPhoto]) -> ArraySlice<LoadedPhoto> {
        var bytes = 0
        let last = photos.firstIndex { loaded in
            bytes += loaded.thumbnail.size.width * loaded.thumbnail.size.height * 4 + loaded.original.bytes.count
            return bytes > byteBudget
        }
        return photos.prefix(max(last ?? photos.count, 1))
    }

    /// What all entries of a timeline may hold together, in bytes.
    ///
    /// - Source: WidgetKit's limit of 30 MB for an extension.
    static let byteBudget = 30_000_000

    private func timelineOrPlaceholder(count: Int) -> Timeline<PhotoEntry> {
        do {
            return try timeline(count: count)
        } catch {
            return Timeline(entries: [placeholder(because: "\(error)")], policy: .after(now() + every))
        }
    }

    private func placeholder(because reason: String?) -> PhotoEntry {
        let date = now()
        return PhotoEntry(date: date, validUntil: date + every, status: .placeholder, reason: reason, loaded: nil)
    }
}
