internal import PhotoWidget

/// Why a prefetch did not do its job.
enum PrefetchError: Error, Equatable {
    /// Another one is at work on the same cache.
    case alreadyRunning(cache: String)
    /// Photos failed; the first error stands for all.
    case some(good: Int, of: Int, first: LoadError)
}

extension PrefetchError: CustomStringConvertible {
    var description: String {
        switch self {
        case .alreadyRunning(let cache):
            "\(cache): another prefetch is at work; --wait waits for it"
        case .some(let good, let count, let first): "\(good) of \(count) photos are in the cache: \(first)"
        }
    }
}
