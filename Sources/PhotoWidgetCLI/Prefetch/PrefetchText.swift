internal import FoundationEssentials
internal import PhotoWidget

/// How far a prefetch is and what it came to, for people and for programs.
enum PrefetchText {
    /// A bar, photos, bytes, rate, and what remains, on one line.
    static func line(of progress: PrefetchProgress) -> String {
        let (done, all) = (progress.doneCount, progress.photoCount)
        let filled = all > 0 ? done * barWidth / all : 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
        let seconds = progress.elapsed / .seconds(1)
        var parts = ["\(bar) \(done)/\(all) photos", ByteText.text(progress.receivedCount)]
        if seconds > 0 { parts.append("\(ByteText.text(Int(bounded: Double(progress.receivedCount) / seconds)))/s") }
        if done > 0, done < all {
            let rest = Int(bounded: (seconds * Double(all - done) / Double(done)).rounded(.up))
            parts.append("\(all - done) left, about \(rest) s")
        }
        return parts.joined(separator: "  ")
    }

    private static let barWidth = 20

    /// The whole of it, in words.
    static func words(for summary: PrefetchSummary) -> String {
        var parts = [
            "\(summary.fetchedCount) fetched", "\(summary.revalidatedCount) unchanged", "\(summary.cachedCount) fresh",
        ]
        if summary.staleCount > 0 { parts.append("\(summary.staleCount) expired") }
        if !summary.leftOut.isEmpty { parts.append("\(summary.leftOut.count) left out") }
        return "\(summary.photoCount) photos: \(parts.joined(separator: ", ")); "
            + "\(ByteText.text(summary.receivedCount)) received"
    }

    /// Why it ended early.
    static func words(for end: PrefetchSummary.End, _ summary: PrefetchSummary) -> String {
        let reason =
            switch end {
            case .budget: "the budget is used up"
            case .deadline: "the deadline has come"
            case .cacheLimit: "the cache is full of them"
            }
        return "\(summary.goodCount) of \(summary.photoCount) photos are in the cache: \(reason)"
    }

    /// The object that `--json` prints.
    static func json(of summary: PrefetchSummary, elapsed: Duration) -> JSONText {
        let (feed, reason): (PhotoEntry.Status, String?) =
            switch summary.feed {
            case .fetched: (.fresh, nil)
            case .revalidated: (.revalidated, nil)
            case .cached: (.cached, nil)
            case .stale(let why): (.stale, why)
            }
        return .object([
            ("schema", .string("photowidget.prefetch/1")), ("feed", .string(feed.rawValue)),
            ("reason", JSONText(reason)), ("photos", .integer(summary.photoCount)),
            ("fetched", .integer(summary.fetchedCount)), ("revalidated", .integer(summary.revalidatedCount)),
            ("cached", .integer(summary.cachedCount)), ("stale", .integer(summary.staleCount)),
            ("leftOut", .integer(summary.leftOut.count)), ("failed", .integer(summary.failures.count)),
            ("bytes", .integer(summary.receivedCount)),
            ("seconds", .number(((elapsed / .seconds(1)) * 1000).rounded() / 1000)),
            ("ended", JSONText(summary.end?.rawValue)),
            ("errors", .array((summary.failures + summary.leftOut).map { .string("\($0)") })),
        ])
    }
}
