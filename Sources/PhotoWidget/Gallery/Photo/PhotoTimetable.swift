package import FoundationEssentials
package import WidgetTimeline

/// The photo widget's timelines without their photos: for simulations, which fetch nothing.
package struct PhotoTimetable: TimelineProvider, Sendable {
    private let every: TimeInterval
    private let entryCount: Int
    private let now: @Sendable () -> Date

    /// Makes a timetable of `entryCount` entries in each timeline, `every` seconds apart.
    package init(every: TimeInterval, entryCount: Int = 1, now: @escaping @Sendable () -> Date) {
        self.every = every
        self.entryCount = max(entryCount, 1)
        self.now = now
    }

    /// An entry without a photo.
    package func placeholder(in context: Context) -> PhotoEntry { entry(from: now()) }

    /// An entry without a photo.
    package func getSnapshot(in context: Context, completion: @escaping @Sendable (PhotoEntry) -> Void) {
        completion(entry(from: now()))
    }

    /// As many entries as asked for, and the next timeline when they are over.
    package func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<PhotoEntry>) -> Void) {
        let start = now()
        let entries = (0..<entryCount).map { entry(from: start + Double($0) * every) }
        completion(Timeline(entries: entries, policy: .after(start + Double(entryCount) * every)))
    }

    private func entry(from date: Date) -> PhotoEntry {
        PhotoEntry(date: date, validUntil: date + every, status: .placeholder, loaded: nil)
    }
}
