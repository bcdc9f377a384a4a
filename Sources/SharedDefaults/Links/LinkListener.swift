import Storage
import Synchronization

/// Takes the links of one scheme, one after the other; each goes to one listener only.
///
/// A link is acknowledged when the next is asked for, or by ``finish()``. One that a listener was killed with goes to
/// the next. Waiting belongs to one thread.
public final class LinkListener: Sendable {
    /// Why a wait ended.
    public enum Outcome: Equatable, Sendable {
        /// A link to handle.
        case link(LinkEvent)
        /// ``LinkListener/stop()`` was called.
        case stopped
        /// The reader has closed its end.
        case readerGone
        /// The deadline passed.
        case timedOut
    }

    private let queue: LinkQueue
    private let scheme: LinkScheme
    private let watch: StoreWatch
    private let claims: LinkClaims
    private let current = Mutex<LinkEvent?>(nil)

    /// Listens to a scheme, which becomes known by it.
    public init(_ queue: LinkQueue, scheme: LinkScheme, stateDirectory: String) throws(LinkError) {
        self.queue = queue
        self.scheme = try queue.listened(scheme)
        claims = LinkClaims(StoreLayout(stateDirectory: stateDirectory))
        watch = try LinkError.wrapping { () throws(StorageError) in try StoreWatch(stateDirectory: stateDirectory) }
    }

    /// Ends the wait that is going on, and every later one; may be called from any thread.
    public func stop() { watch.stop() }

    /// Acknowledges the link before, and sleeps until there is another.
    ///
    /// `reader` is a descriptor whose other end may be closed, as of a pipe that is written to.
    public func next(
        until deadline: ContinuousClock.Instant? = nil, reader: Int32? = nil
    ) throws(LinkError) -> Outcome {
        while true {
            let held = current.withLock { $0?.id }
            if let event = try queue.claim(scheme: scheme.name, after: held, with: claims) {
                try finish()
                current.withLock { $0 = event }
                return .link(event)
            }
            let outcome = try LinkError.wrapping { () throws(StorageError) in
                try watch.wait(until: deadline, reader: reader)
            }
            switch outcome {
            case .changed: continue
            case .stopped: return .stopped
            case .readerGone: return .readerGone
            case .timedOut: return .timedOut
            }
        }
    }

    /// Acknowledges the link that was taken last.
    public func finish() throws(LinkError) {
        guard let event = current.withLock({ $0 }) else { return }
        try queue.acknowledge(event)
        claims.release(event.id)
        current.withLock { $0 = nil }
    }
}
