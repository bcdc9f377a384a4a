public import FoundationEssentials
internal import PhotoFeed
internal import Storage
internal import WidgetTimeline

/// Runs the photo widget: asks its provider, publishes the entry, and keeps the last good picture when that fails.
public struct WidgetEngine: Sendable {
    /// The kind under which the photo widget is published.
    public static let photoKind = "photo"

    private let provider: PhotoProvider
    private let publisher: Publisher
    private let instance: String
    private let every: TimeInterval
    private let now: @Sendable () -> Date

    /// Makes an engine for one instance of the photo widget, whose entries are shown for `every` seconds.
    public init(
        provider: PhotoProvider, publisher: Publisher, instance: String, every: TimeInterval,
        now: @escaping @Sendable () -> Date
    ) {
        self.provider = provider
        self.publisher = publisher
        self.instance = instance
        self.every = every
        self.now = now
    }

    /// Asks for a timeline and publishes its first entry.
    ///
    /// Where no photo comes, the pictures published before are published again as stale, with the reason. An empty feed
    /// and a wrong question are answers, not failures: they are thrown, and what was published stays as it is.
    public func refresh() throws(WidgetError) -> PublishedEntry {
        let kind = Self.photoKind
        guard
            let lock = try publishing({ () throws(PublishError) in try publisher.lock(kind: kind, instance: instance) })
        else { throw .alreadyRunning(kind: kind, instance: instance) }
        defer { extendLifetime(lock) }
        let timeline: Timeline<PhotoEntry>
        do {
            timeline = try provider.timeline()
        } catch {
            guard error.leavesLastPictureGood, let entry = try publishStale(because: error) else { throw .load(error) }
            return entry
        }
        let entry = timeline.entries[0]
        let published = try publishing { () throws(PublishError) in
            try publisher.publish(entry, kind: kind, instance: instance, policy: timeline.policy)
        }
        provider.pin(entry, as: "\(kind)/\(instance)")
        return published
    }

    /// Does what could wait until the entry was out: revalidations, and once a day tidying up.
    public func finish() { provider.finish() }

    private func publishStale(because error: LoadError) throws(WidgetError) -> PublishedEntry? {
        let date = now()
        return try publishing { () throws(PublishError) in
            try publisher.publishStale(
                kind: Self.photoKind, instance: instance, date: date, validUntil: date + every,
                policy: .after(date + every), reason: "\(error)")
        }
    }

    private func publishing<R: ~Copyable>(_ body: () throws(PublishError) -> R) throws(WidgetError) -> R {
        do { return try body() } catch { throw .publish(error) }
    }

    /// The entry to show where nothing good was ever seen.
    public func placeholder(because error: WidgetError) -> PublishedEntry {
        let date = now()
        let entry = PhotoEntry(
            date: date, validUntil: date + every, status: .placeholder, reason: "\(error)", loaded: nil)
        return PublishedEntry(
            entry, kind: Self.photoKind, instance: instance, policy: .after(date + every), pictures: nil)
    }
}
