internal import PhotoWidget
internal import Synchronization

/// The cache of a run, and what serves in its place.
extension Session {
    /// The cache in which pictures and what is known of their hosts are kept.
    ///
    /// One that cannot be written is read, and what is new is kept in a small one in the state directory meanwhile, so that
    /// hosts are still asked no more than they wish. That is said once a run.
    func pictureCache() throws -> DiskCache {
        let directory = try directories.cache
        let cache: DiskCache?
        let problem: StorageError
        do {
            let opened = try openCache()
            guard let found = opened.problem else { return opened }
            (cache, problem) = (opened, found)
        } catch let error as StorageError {
            // What a newer program wrote is no trouble of the disk.
            if case .layoutVersion = error { throw error }
            (cache, problem) = (nil, error)
        }
        do {
            let place = "\(try directories.state)/\(Self.standIn)"
            var limits = try arguments.cacheLimits()
            limits.maxBytes = min(limits.maxBytes, Self.standInLimit)
            let standIn = try DiskCache(directory: place, limits: limits, below: cache, now: now)
            if let second = standIn.problem { throw second }
            cacheWarning.tell(problem, of: directory, standIn: place)
            return standIn
        } catch let error as StorageError {
            cacheWarning.tell(problem, of: directory, standIn: nil, because: error)
            guard let cache else { throw problem }
            return cache
        }
    }

    /// The folder of the small cache in the state directory.
    private static let standIn = "cache-stand-in"
    /// The most that the small cache holds, in bytes: a feed and its pictures.
    private static let standInLimit = 32 << 20
}

/// Says once a run that the cache cannot be written.
final class CacheWarning: Sendable {
    private let output: any TextOutput
    private let isWanted: Bool
    private let isTold = Mutex(false)

    init(_ output: any TextOutput, isWanted: Bool) {
        self.output = output
        self.isWanted = isWanted
    }

    /// Says what is wrong with a cache, and where what is new is kept instead; `nil` for nowhere.
    func tell(_ problem: StorageError, of directory: String, standIn: String?, because other: StorageError? = nil) {
        let isFirst = isTold.withLock { told in
            defer { told = true }
            return !told
        }
        guard isFirst, isWanted else { return }
        let instead =
            if let standIn {
                "what is new is kept in \(standIn)"
            } else if let other {
                "nor can what is new be kept elsewhere (\(other)), so every run asks for all of it"
            } else {
                "the next run asks for it again"
            }
        let line = "warning: the cache \(directory) cannot be written (\(problem)): \(instead); see photowidget doctor"
        // The run goes on whether or not anybody can be told.
        try? output.print("photowidget: \(VisibleText.line(line))")
    }
}
