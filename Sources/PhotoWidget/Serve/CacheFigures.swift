package import PhotoFeed
internal import Storage
internal import Synchronization

/// The figures of the cache; it is opened when they are first asked for, and none is made.
package final class CacheFigures: Sendable {
    private let directory: String
    private let open: @Sendable () throws -> DiskCache
    private let cache = Mutex<DiskCache?>(nil)

    /// Reads those of a directory, by a cache that `open` opens.
    package init(directory: String, open: @escaping @Sendable () throws -> DiskCache) {
        self.directory = directory
        self.open = open
    }

    /// What the cache holds and did in all processes; `nil` where there is none, or none that can be read.
    var statistics: DiskCacheStatistics? {
        // It may be deleted at any time, and looking would make it anew.
        guard Directory.isDirectory(directory) else { return nil }
        let known = cache.withLock { cache in
            if cache == nil { cache = try? open() }
            return cache
        }
        return try? known?.statistics()
    }
}
