public import FoundationEssentials
import Storage
import Synchronization

/// A write or a removal in the shared store.
public struct DefaultsChange: Equatable, Sendable {
    /// Its number; later ones are higher.
    public var sequence: Int
    /// The group.
    public var group: GroupName
    /// The key.
    public var key: String
    /// Whether the key was removed.
    public var isRemoval: Bool
    /// When it happened.
    public var date: Date
}

/// Tells of every change of the shared store, by whatever process, within some milliseconds and without polling.
///
/// No change is missed while the watcher runs, unless it falls behind by 10,000; a store that is removed and made anew is
/// watched from its start.
public final class ChangeWatcher: Sendable {
    /// Why a wait ended.
    public enum Outcome: Equatable, Sendable {
        /// These changes happened, in this order.
        case changes([DefaultsChange])
        /// ``ChangeWatcher/stop()`` was called, or the reader has gone.
        case ended
        /// The deadline passed.
        case timedOut
    }

    private struct State {
        var last: Int
        var replacements = 0
    }

    private let watch: StoreWatch
    private let store: Store
    private let group: GroupName?
    private let state: Mutex<State>

    /// Starts to watch a group, or all; what happens from now on is told, also where there is no store yet.
    public init(stateDirectory: String, group: GroupName? = nil) throws(DefaultsError) {
        self.group = group
        watch = try DefaultsError.wrapping { () throws(StorageError) in try StoreWatch(stateDirectory: stateDirectory) }
        let store = Store(stateDirectory: stateDirectory)
        let last = try DefaultsError.wrapping { () throws(StorageError) in
            try store.read { (database) throws(StorageError) in
                try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'changes'") { $0.integer(0) } ?? 0
            }
        }
        self.store = store
        state = Mutex(State(last: last ?? 0))
    }

    /// Ends the wait that is going on, and every later one; may be called from any thread.
    public func stop() { watch.stop() }

    /// Sleeps until something changes.
    ///
    /// `reader` is a descriptor whose other end may be closed, as of a pipe that is written to.
    public func next(
        until deadline: ContinuousClock.Instant? = nil, reader: Int32? = nil
    ) throws(DefaultsError) -> Outcome {
        try DefaultsError.wrapping { () throws(StorageError) in
            while true {
                guard let changes = try unseen() else { continue }
                if !changes.isEmpty { return .changes(changes) }
                switch try watch.wait(until: deadline, reader: reader) {
                case .changed: continue
                case .stopped, .readerGone: return .ended
                case .timedOut: return .timedOut
                }
            }
        }
    }

    /// The changes since the last call; `nil` where the store turned out to be another one, and has to be asked again.
    private func unseen() throws(StorageError) -> [DefaultsChange]? {
        let (last, replacements) = state.withLock { ($0.last, $0.replacements) }
        let changes = try store.read { (database) throws(StorageError) in
            try Self.changes(after: last, in: &database)
        }
        let replacementsNow = store.replacements
        if replacementsNow != replacements {
            // A store made anew counts from 1 again.
            state.withLock { $0 = State(last: 0, replacements: replacementsNow) }
            return nil
        }
        guard let changes, let newest = changes.last else { return [] }
        state.withLock { $0.last = newest.sequence }
        return changes.filter { group == nil || $0.group == group }
    }

    private static func changes(after last: Int, in database: inout Database) throws(StorageError) -> [DefaultsChange] {
        try database.rows(
            "SELECT sequence, group_name, key, deleted, changed_at FROM changes WHERE sequence > ? ORDER BY sequence",
            .integer(last)
        ) { row in
            DefaultsChange(
                sequence: row.integer(0), group: GroupName(stored: row.text(1)), key: row.text(2),
                isRemoval: row.integer(3) != 0, date: Date(timeIntervalSince1970: row.real(4)))
        }
    }
}
