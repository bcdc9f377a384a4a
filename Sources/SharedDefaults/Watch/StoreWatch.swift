package import Storage
import Synchronization

/// Sleeps until the shared store may have changed.
///
/// Every writer of this program closes the notice file after its commit. A writer that was killed before that, or that
/// knows nothing of it, changes SQLite's log: then the store is looked at twice, at once and a little later, because the
/// log is written before what it says can be seen.
package final class StoreWatch: Sendable {
    /// Why a wait ended.
    package enum Outcome: Equatable, Sendable {
        /// The store may have changed: look.
        case changed
        /// Whoever reads the descriptor that was passed has closed it.
        case readerGone
        /// ``StoreWatch/stop()`` was called.
        case stopped
        /// The deadline passed.
        case timedOut
    }

    private struct State {
        var watch: DirectoryWatch
        var isStopped = false
        var secondLook: ContinuousClock.Instant?
    }

    private static let settlingTime = Duration.milliseconds(20)

    private let layout: StoreLayout
    private let state: Mutex<State>

    /// Starts to watch the store of a state directory; both are made where they do not exist.
    package init(stateDirectory: String) throws(StorageError) {
        layout = StoreLayout(stateDirectory: stateDirectory)
        state = Mutex(State(watch: try Self.watch(layout)))
    }

    private static func watch(_ layout: StoreLayout) throws(StorageError) -> DirectoryWatch {
        do {
            try layout.create()
        } catch let error where error.isReadOnly || error.isPermission {
            // What cannot be written can be watched: another user may write it.
            let isThere = try FileStatus.of(layout.directory)?.kind == .directory
            if !isThere { return try DirectoryWatch(at: layout.stateDirectory) }
        } catch {
            throw error
        }
        // Programs that opened the store before it was moved still write its log under the old name.
        return try DirectoryWatch(at: layout.directory, also: layout.stateDirectory)
    }

    /// Ends the wait that is going on, and every later one; may be called from any thread.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            state.watch.stop()
        }
    }

    /// Sleeps until there may be something new.
    ///
    /// `reader` is a descriptor whose other end may be closed, as of a pipe that is written to.
    package func wait(
        until deadline: ContinuousClock.Instant? = nil, reader: Int32? = nil
    ) throws(StorageError) -> Outcome {
        while true {
            let (watch, secondLook) = state.withLock { ($0.watch, $0.secondLook) }
            let end = [deadline, secondLook].compactMap(\.self).min()
            switch try watch.wait(until: end, reader: reader) {
            case .stopped: return .stopped
            case .readerGone: return .readerGone
            case .timedOut:
                guard let secondLook, secondLook <= .now else { return .timedOut }
                state.withLock { $0.secondLook = nil }
                return .changed
            case .changed(let names):
                if names.contains(StoreLayout.noticeName) {
                    state.withLock { $0.secondLook = nil }
                    return .changed
                }
                if names.contains(where: Self.isOfStore) {
                    state.withLock { $0.secondLook = .now + Self.settlingTime }
                    return .changed
                }
            case .lost:
                let fresh = try Self.watch(layout)
                let isStopped = state.withLock { state in
                    state.watch = fresh
                    return state.isStopped
                }
                return isStopped ? .stopped : .changed
            }
        }
    }

    private static func isOfStore(_ name: String) -> Bool {
        name == StoreLayout.databaseName || name == StoreLayout.databaseName + "-wal"
            || name == StoreLayout.linkLockName
    }
}
