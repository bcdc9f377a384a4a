internal import PhotoWidget

/// Why a prefetch did not do its job.
enum PrefetchError: Error, Equatable {
    /// Another one is at work on the same cache.
    case alreadyRunning(cache: String)
    /// The cache cannot be written, and a prefetch does nothing else.
    case noCache(path: String, cause: StorageError)
    /// Photos failed; the first error stands for all.
    case some(good: Int, of: Int, first: LoadError)
}

extension PrefetchError: CustomStringConvertible {
    var description: String {
        switch self {
        case .alreadyRunning(let cache):
            "\(cache): another prefetch is at work; --wait waits for it"
        case .noCache(let path, let cause):
            "\(path): nothing can be prefetched into a cache that cannot be written: \(cause); see photowidget doctor"
        case .some(let good, let count, let first): "\(good) of \(count) photos are in the cache: \(first)"
        }
    }
}
