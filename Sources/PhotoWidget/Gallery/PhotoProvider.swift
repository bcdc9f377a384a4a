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

    /// Keeps the originals of an entry's photo in the cache while a widget shows it.
    ///
    /// A cache that cannot be written to keeps what it has anyway.
    func pin(_ entry: PhotoEntry, as name: String) {
        try? loader.pin([entry.loaded?.original.digest].compactMap(\.self), as: name)
    }

    /// Does what could wait until the entry was out; see ``PhotoLoader/finish()``.
    func finish() { loader.finish() }

    private func timeline(count: Int) throws(LoadError) -> Timeline<PhotoEntry> {
        let start = now()
        let photos = try loader.photos(request, count: count, every: every)
        let entries = photos.enumerated().map { index, loaded in
            PhotoEntry(
                date: start + Double(index) * every, validUntil: start + Double(index + 1) * every, loaded: loaded)
        }
        return Timeline(entries: entries, policy: .after(start + Double(entries.count) * every))
    }

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
