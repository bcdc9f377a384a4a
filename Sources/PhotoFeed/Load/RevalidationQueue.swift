internal import Synchronization

/// What was served while its revalidation is still to be done (stale-while-revalidate).
///
/// A run answers first and asks afterwards: ``PhotoLoader/finish()`` works the queue off once the answer is out.
/// - Source: RFC 5861 §3.
final class RevalidationQueue: Sendable {
    private let work = Mutex<[String: @Sendable () -> Void]>([:])

    /// Queues the revalidation of a URL, once.
    func add(_ url: String, _ revalidate: @escaping @Sendable () -> Void) {
        work.withLock { $0[url] = revalidate }
    }

    /// Does what is queued.
    func run() {
        let queued = work.withLock { work in
            defer { work = [:] }
            return work
        }
        for revalidate in queued.values { revalidate() }
    }
}
