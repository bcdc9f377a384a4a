import Glibc
import Storage
import Synchronization

/// The shared store's file: opened when it is first needed, and anew when it was removed meanwhile.
///
/// A commit is on the disk when a write returns (`synchronous=FULL`): this is people's data, not a cache.
final class Store: Sendable {
    let layout: StoreLayout
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var connection: Connection?
        var replacements = 0

        /// Lets go of a file that was removed or replaced, and of one beside which an old program has made another.
        mutating func dropMoved(_ layout: StoreLayout) {
            if connection?.database.hasMoved == true {
                connection = nil
                replacements += 1
            } else if connection != nil, (try? layout.isSettled()) != true {
                connection = nil
            }
        }
    }

    private struct Connection: ~Copyable {
        var database: Database
        let isWritable: Bool

        mutating func lend<R>(_ body: (inout Database) throws(StorageError) -> R) throws(StorageError) -> R {
            try body(&database)
        }
    }

    /// Opens nothing yet.
    init(stateDirectory: String) { layout = StoreLayout(stateDirectory: stateDirectory) }

    /// How often the file was found removed or replaced while it was open.
    var replacements: Int { state.withLock { $0.replacements } }

    /// Reads; `nil` where there is no store yet, which reading does not make.
    func read<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(StorageError) -> R? {
        try state.withLock { (state) throws(StorageError) -> R? in
            state.dropMoved(layout)
            if state.connection == nil {
                guard let path = try layout.existingDatabase() else { return nil }
                let isWritable = path == layout.database && (try? layout.checkWritable()) != nil
                do throws(StorageError) {
                    state.connection = try Self.connect(path, isWritable: isWritable)
                } catch let error where error.isMissing {
                    return nil
                } catch {
                    throw error
                }
            }
            return try state.connection?.lend(body)
        }
    }

    /// Reads and writes in one transaction; when it is done, whoever waits is told.
    @discardableResult
    func write<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try state.withLock { (state) throws(StorageError) in
            state.dropMoved(layout)
            if state.connection?.isWritable != true {
                state.connection = nil
                try layout.create()
                try layout.checkWritable()
                state.connection = try Self.connect(layout.database, isWritable: true)
            }
            let result = try state.connection?.lend { (database) throws(StorageError) in
                try database.transaction(body)
            }
            guard let result else { throw .system(operation: "open", path: layout.database, errno: EBADF) }
            tell()
            return result
        }
    }

    /// Wakes the processes that wait for a change.
    func tell() {
        // What is written is written: a watcher that does not hear of it from here sees the log change.
        _ = try? FileAccess.touch(layout.notice)
        // A watcher of an older version looks for the name in the state directory; a link that is put there anew wakes it.
        let name = StoreLayout.noticeName
        guard let state = try? OpenDirectory(path: layout.stateDirectory),
            (try? state.target(of: name)) == StoreLayout.linkTarget(name)
        else { return }
        _ = try? state.replaceLink(name, with: StoreLayout.linkTarget(name))
    }

    private static func connect(_ path: String, isWritable: Bool) throws(StorageError) -> Connection {
        var database = try Database.open(
            path: path, schema: schema, access: isWritable ? .readWrite : .readOnly, followsLinks: false)
        if isWritable { try database.execute("PRAGMA synchronous=FULL") }
        return Connection(database: database, isWritable: isWritable)
    }
}
