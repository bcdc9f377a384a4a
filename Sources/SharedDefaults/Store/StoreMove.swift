import FoundationEssentials
import Glibc
import Storage

/// Moves a store of the older layout (`STATE/defaults.sqlite`) to its directory, and leaves links in the old places.
///
/// Programs that know only the old place may write all the while, and each may be killed at any instruction. So nothing is
/// copied: the database, its log and the log's shared memory get second names in the new directory, and are the same three
/// files under both until the old name of the database is exchanged for a link in one step. A process that had opened the
/// database by its old name before that step, and opens the log after it, thus finds the right log. While a connection of
/// this process is open, SQLite removes no log. Last, the log's old names become links, which SQLite refuses to open: a
/// process that slept through all of it gets an error, and cannot begin a second log.
/// - Source: SQLite's unixOpen (O_NOFOLLOW for the log), sqlite3WalClose (who removes the log).
struct StoreMove {
    private static let log = "\(StoreLayout.databaseName)-wal"
    private static let sharedMemory = "\(StoreLayout.databaseName)-shm"
    /// Where a second store lies whose values have been taken over.
    private static let mergedName = "\(StoreLayout.databaseName).merged"
    private static let companions = ["-wal", "-shm"]
    /// How long a process takes at most from opening the database to opening its log, unless it is stopped in between.
    private static let graceMicroseconds: UInt32 = 100_000
    private static let patience = Duration.seconds(10)

    private let layout: StoreLayout

    init(_ layout: StoreLayout) { self.layout = layout }

    /// Sees to it that the store lies in its directory, whatever a killed process left.
    func settle() throws(StorageError) {
        let state = try OpenDirectory(path: layout.stateDirectory)
        try makeDirectory(in: state)
        let store = try state.directory(StoreLayout.directoryName)
        let lock = try store.lock(until: .now + Self.patience)
        defer { extendLifetime(lock) }
        // An old writer may make a file in the old place at any moment; then it is looked at again.
        for _ in 0..<100 {
            switch try state.status(of: StoreLayout.databaseName)?.kind {
            case nil:
                if try state.status(of: StoreLayout.mergingName) != nil { try finishMerge(state, store) }
                return
            case .symbolicLink:
                let target = try state.target(of: StoreLayout.databaseName)
                guard target?.utf8.elementsEqual(StoreLayout.linkTarget(StoreLayout.databaseName).utf8) == true else {
                    throw .system(operation: "use", path: layout.oldDatabase, errno: ELOOP)
                }
                if try state.status(of: StoreLayout.mergingName) != nil { try finishMerge(state, store) }
                try leaveLinks(state, store)
                return try tighten(state)
            case .file:
                if try state.status(of: StoreLayout.mergingName) != nil { try finishMerge(state, store) }
                try removeLinksOfLog(state)
                try exportHandlers(state)
                if try isAnother(state, store) { try merge(state, store) } else { try move(state, store) }
            default: throw .system(operation: "use", path: layout.oldDatabase, errno: ELOOP)
            }
        }
        throw .system(operation: "move", path: layout.oldDatabase, errno: EAGAIN)
    }

    private func makeDirectory(in state: borrowing OpenDirectory) throws(StorageError) {
        let entry = try state.status()
        let isShared = entry.permissions & (S_ISGID | S_IWGRP) == S_ISGID | S_IWGRP
        do {
            let isThere = try state.status(of: StoreLayout.directoryName) != nil
            try state.makeDirectory(StoreLayout.directoryName)
            guard !isThere, isShared else { return }
        } catch {
            // A read-only file system says so even for a directory that exists.
            guard try state.status(of: StoreLayout.directoryName)?.kind == .directory else { throw error }
            return
        }
        try state.directory(StoreLayout.directoryName).share(with: entry.group, permissions: 0o2770)
    }

    // MARK: - Moving

    private func move(_ state: borrowing OpenDirectory, _ store: borrowing OpenDirectory) throws(StorageError) {
        // What a killed process left are second names of what is still in the old place.
        for name in [Self.log, Self.sharedMemory, StoreLayout.databaseName] { try store.removeFile(name) }
        var database = try Database.open(
            path: layout.oldDatabase, schema: Store.schema, keepsLog: true, followsLinks: false)
        try database.execute("PRAGMA journal_mode=WAL")
        for name in [Self.log, Self.sharedMemory, StoreLayout.noticeName, StoreLayout.linkLockName] {
            if try state.status(of: name)?.kind == .file { try give(name, of: state, to: store) }
        }
        try give(StoreLayout.databaseName, of: state, to: store)
        guard !database.hasMoved else { throw .system(operation: "move", path: layout.oldDatabase, errno: EAGAIN) }
        try store.synchronize()
        try state.replaceLink(StoreLayout.databaseName, with: StoreLayout.linkTarget(StoreLayout.databaseName))
        try state.synchronize()
        usleep(Self.graceMicroseconds)
        try leaveLinks(state, store)
        extendLifetime(database)
    }

    /// Gives a file its second name, in place of an empty one that was made before.
    private func give(
        _ name: String, of state: borrowing OpenDirectory, to store: borrowing OpenDirectory
    ) throws(StorageError) {
        try store.removeFile(name)
        try link(name, of: state, as: name, in: store)
        guard let entry = try store.status(of: name), entry.kind == .file else {
            throw .system(operation: "move", path: state.path(of: name), errno: ELOOP)
        }
    }

    private func link(
        _ name: String, of directory: borrowing OpenDirectory, as newName: String, in target: borrowing OpenDirectory
    ) throws(StorageError) {
        guard try directory.link(name, to: newName, in: target) else {
            throw .system(operation: "link", path: target.path(of: newName), errno: EOPNOTSUPP)
        }
    }

    /// Puts links in the place of the old names beside the database.
    private func leaveLinks(
        _ state: borrowing OpenDirectory, _ store: borrowing OpenDirectory
    ) throws(StorageError) {
        // The log comes last: until its name is a link, the move counts as unfinished.
        for name in [Self.sharedMemory, StoreLayout.noticeName, StoreLayout.linkLockName, Self.log] {
            let kind = try state.status(of: name)?.kind
            if kind == .symbolicLink { continue }
            guard kind == nil || kind == .file else {
                throw .system(operation: "use", path: state.path(of: name), errno: ELOOP)
            }
            // One that a lock may be held on stays the same file.
            if kind == .file, name == StoreLayout.linkLockName, try store.status(of: name) == nil {
                try give(name, of: state, to: store)
            }
            do {
                try state.replaceLink(name, with: StoreLayout.linkTarget(name))
            } catch let error where error.isPermission || error.isReadOnly {
                return
            } catch {
                throw error
            }
        }
        for entry in try state.entries() where entry.kind == .symbolicLink && AtomicFile.isTemporary(entry.name) {
            // What a killed process left of such a link.
            if try state.target(of: entry.name)?.hasPrefix("store/") == true { try state.removeFile(entry.name) }
        }
        try state.synchronize()
    }

    /// A database that came into the place of its link needs a log of its own.
    private func removeLinksOfLog(_ state: borrowing OpenDirectory) throws(StorageError) {
        for name in [Self.log, Self.sharedMemory] where try state.status(of: name)?.kind == .symbolicLink {
            guard try state.target(of: name) == StoreLayout.linkTarget(name) else {
                throw .system(operation: "use", path: state.path(of: name), errno: ELOOP)
            }
            try state.removeFile(name)
        }
    }

    /// A state directory that its group could write in, because the store lay there, is the owner's alone again.
    private func tighten(_ state: borrowing OpenDirectory) throws(StorageError) {
        let entry = try state.status()
        guard entry.permissions & (S_ISGID | S_IWGRP) == S_ISGID | S_IWGRP else { return }
        try StoreLayout.open(state, to: entry.group)
    }

    // MARK: - Two stores

    /// Whether the directory has a store already, and the one in the old place is another: an old program has made it anew,
    /// or it came out of a backup.
    private func isAnother(
        _ state: borrowing OpenDirectory, _ store: borrowing OpenDirectory
    ) throws(StorageError) -> Bool {
        guard let new = try store.status(of: StoreLayout.databaseName), new.kind == .file, new.byteCount > 0 else {
            return false
        }
        return try state.status(of: StoreLayout.databaseName)?.inode != new.inode
    }

    /// Takes over what the store in the old place holds, and puts that aside: first its name is exchanged for a link, then the
    /// processes that had it open get time to end their writes, then it is read and closed to writers.
    private func merge(_ state: borrowing OpenDirectory, _ store: borrowing OpenDirectory) throws(StorageError) {
        let old = try Database.open(
            path: layout.oldDatabase, schema: Store.schema, keepsLog: true, followsLinks: false)
        try link(StoreLayout.databaseName, of: state, as: StoreLayout.mergingName, in: state)
        guard !old.hasMoved else { throw .system(operation: "move", path: layout.oldDatabase, errno: EAGAIN) }
        try state.synchronize()
        try state.replaceLink(StoreLayout.databaseName, with: StoreLayout.linkTarget(StoreLayout.databaseName))
        usleep(Self.graceMicroseconds)
        old.close()
        try finishMerge(state, store)
    }

    /// Takes over the values that are newer, the reloads and the links of a store that has lost its name.
    private func finishMerge(
        _ state: borrowing OpenDirectory, _ store: borrowing OpenDirectory
    ) throws(StorageError) {
        let name = StoreLayout.mergingName
        let path = state.path(of: name)
        // While the name in the old place is still a file, its log is that file's.
        if try state.status(of: StoreLayout.databaseName)?.kind == .file {
            guard try state.status(of: StoreLayout.databaseName)?.inode == state.status(of: name)?.inode else {
                throw .system(operation: "move", path: path, errno: EEXIST)
            }
            // A killed process had only begun.
            try state.removeFile(name)
            return
        }
        for suffix in Self.companions where try state.status(of: StoreLayout.databaseName + suffix)?.kind == .file {
            try state.rename(StoreLayout.databaseName + suffix, to: name + suffix)
        }
        try leaveLinks(state, store)
        var old = try Database.open(path: path, schema: Store.schema, followsLinks: false)
        try old.transaction { (old) throws(StorageError) in
            try takeOver(path)
            // What is written from here on would be lost: the writer gets an error instead.
            for statement in Self.closeToWriters { try old.execute(statement) }
        }
        old.close()
        for suffix in Self.companions { try state.removeFile(Self.mergedName + suffix) }
        for suffix in Self.companions where try state.status(of: name + suffix) != nil {
            try state.rename(name + suffix, to: Self.mergedName + suffix)
        }
        try state.rename(name, to: Self.mergedName)
        try state.synchronize()
    }

    /// Takes over what is in another store, which the caller keeps from being written.
    private func takeOver(_ path: String) throws(StorageError) {
        var database = try Database.open(path: layout.database, schema: Store.schema, followsLinks: false)
        try database.execute("PRAGMA synchronous=FULL")
        try database.attach(path, as: "old")
        // Not BEGIN IMMEDIATE, which would lock the other store too, and that is locked already.
        try database.execute("BEGIN")
        do {
            for statement in Self.takeOver { try database.execute(statement) }
            try database.execute("COMMIT")
        } catch {
            _ = try? database.execute("ROLLBACK")
            throw error
        }
    }

    private static let closeToWriters = [
        ("INSERT", "defaults"), ("DELETE", "defaults"), ("INSERT", "reload_requests"), ("INSERT", "links"),
    ].map { verb, table in
        """
        CREATE TRIGGER IF NOT EXISTS moved_\(table)_\(verb) BEFORE \(verb) ON \(table) BEGIN
            SELECT RAISE(ABORT, 'this store was moved to store/defaults.sqlite: open it anew');
        END
        """
    }

    private static let takeOver = [
        """
        INSERT INTO defaults (group_name, key, type, value, written_at)
            SELECT group_name, key, type, value, written_at FROM old.defaults WHERE true
            ON CONFLICT (group_name, key) DO UPDATE
            SET type = excluded.type, value = excluded.value, written_at = excluded.written_at
            WHERE excluded.written_at > defaults.written_at
        """,
        """
        INSERT INTO reload_requests (kind, requested_at, group_name, key)
            SELECT kind, requested_at, group_name, key FROM old.reload_requests ORDER BY id
        """,
        "INSERT INTO links (scheme, url, opened_at) SELECT scheme, url, opened_at FROM old.links ORDER BY id",
        "INSERT OR IGNORE INTO schemes SELECT scheme, hosts, handler, registered_at FROM old.schemes",
    ]

    // MARK: - Handlers

    /// Writes the commands of the schemes to a file of this user's, where no other user can have written them.
    ///
    /// That is so where the state directory and the database are this user's alone. Of a shared store they stay, and are
    /// not run.
    private func exportHandlers(_ state: borrowing OpenDirectory) throws(StorageError) {
        let directory = try state.status()
        guard let file = try state.status(of: StoreLayout.databaseName), file.kind == .file, file.isOwn,
            directory.isOwn,
            !file.isWritableByOthers, !directory.isWritableByOthers
        else { return }
        var database = try Database.open(path: layout.oldDatabase, schema: Store.schema, followsLinks: false)
        let schemes = try LinkQueue.storedSchemes(in: &database)
        guard !schemes.isEmpty else { return }
        let handlers = LinkHandlerFile(path: layout.oldHandlers)
        let known = try handlers.contents().entries
        let new = schemes.filter { scheme in !known.contains { $0.scheme == scheme.name } }
        if !new.isEmpty {
            let entries = new.map { LinkHandlerFile.Entry($0, stateDirectory: layout.stateDirectory) }
            guard try handlers.replace(known + entries) == nil else { return }
        }
        try database.execute("UPDATE schemes SET handler = '[]'")
    }
}
