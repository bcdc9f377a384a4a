import Glibc
import Storage

/// Where the shared store lies: in a directory of its own below the state directory, so that sharing it with a unix group
/// opens nothing else.
///
///     STATE/store/defaults.sqlite     the database
///     STATE/store/defaults.changed    opened for writing and closed after every commit
///     STATE/store/links.lock          byte N is locked while somebody handles deep link N
///
/// Where an older version kept the store, `STATE/defaults.sqlite` and the names beside it are links to these.
struct StoreLayout: Sendable {
    /// The state directory, an absolute path.
    let stateDirectory: String

    /// The directory of the store.
    var directory: String { "\(stateDirectory)/\(Self.directoryName)" }
    /// The database.
    var database: String { "\(directory)/\(Self.databaseName)" }
    /// An empty file that is opened for writing and closed after every commit, which wakes the processes that wait.
    var notice: String { "\(directory)/\(Self.noticeName)" }
    /// An empty file, whose byte N is locked while somebody handles deep link N.
    var linkLock: String { "\(directory)/\(Self.linkLockName)" }
    /// Where the database lay before the store had a directory; now a link.
    var oldDatabase: String { "\(stateDirectory)/\(Self.databaseName)" }
    /// The commands of the schemes that the store held when it was moved, where it was this user's alone.
    var oldHandlers: String { "\(stateDirectory)/link-handlers.json" }

    static let directoryName = "store"
    static let databaseName = "defaults.sqlite"
    static let noticeName = "defaults.changed"
    static let linkLockName = "links.lock"
    /// Where a second store lies while its values are taken over.
    static let mergingName = "\(databaseName).merging"

    /// What the link of an older layout says.
    static func linkTarget(_ name: String) -> String { "\(directoryName)/\(name)" }

    /// The mode of every file: the owner's alone, or the unix group's too where the directory is shared with it.
    var permissions: UInt32 { FileAccess.isShared(directory: directory) ? 0o660 : 0o600 }

    /// Makes the directory, the database, the notice and the lock file where they do not exist; a store that lies in the older
    /// place is moved.
    func create() throws(StorageError) {
        try Directory.create(at: stateDirectory)
        if try !isSettledWithDirectory() { try StoreMove(self).settle() }
        let directory = try OpenDirectory(path: stateDirectory).directory(Self.directoryName)
        // SQLite would make its file readable by all; those beside it get the mode that it has.
        for name in [Self.databaseName, Self.noticeName, Self.linkLockName] {
            switch try directory.status(of: name)?.kind {
            case nil: try directory.makeFile(name, permissions: permissions)
            case .file: break
            default: throw .system(operation: "use", path: directory.path(of: name), errno: ELOOP)
            }
        }
        try checkFiles(of: database)
    }

    /// The database to read; `nil` where there is none yet.
    ///
    /// A store in the older place is moved, where this user may do it.
    func existingDatabase() throws(StorageError) -> String? {
        if try !isSettled() {
            do {
                try StoreMove(self).settle()
            } catch let error where error.isPermission || error.isReadOnly {
                // Nothing can be moved here, so no other process moves it either: it is read where it is.
                if let path = try checkedFile(database) { return path }
                return try checkedFile(oldDatabase)
            } catch {
                throw error
            }
        }
        return try checkedFile(database)
    }

    /// Whether there is nothing to move: no store in the older place, and nothing that a killed process left.
    func isSettled() throws(StorageError) -> Bool {
        switch try FileStatus.of(oldDatabase)?.kind {
        case nil: break
        case .symbolicLink:
            let target = try SymbolicLink.target(at: oldDatabase)
            guard target?.utf8.elementsEqual(Self.linkTarget(Self.databaseName).utf8) == true,
                try FileStatus.of(oldDatabase + "-wal")?.kind != .file
            else { return false }
        default: return false
        }
        return try FileStatus.of("\(stateDirectory)/\(Self.mergingName)") == nil
    }

    private func isSettledWithDirectory() throws(StorageError) -> Bool {
        guard try FileStatus.of(directory)?.kind == .directory else { return false }
        return try isSettled()
    }

    private func checkedFile(_ path: String) throws(StorageError) -> String? {
        guard try FileStatus.of(path) != nil else { return nil }
        try checkFiles(of: path)
        return path
    }

    /// Refuses a database that is no regular file, or has something else beside it where its log belongs: in a shared
    /// directory a link could lead a member's writes to another file, and opening a pipe could wait for ever.
    func checkFiles(of database: String) throws(StorageError) {
        for path in [database, database + "-wal", database + "-shm"] {
            guard let kind = try FileStatus.of(path)?.kind, kind != .file else { continue }
            throw .system(operation: "use", path: path, errno: ELOOP)
        }
    }

    /// Asks the system whether the store may be written; SQLite has one word for whatever stands in the way.
    func checkWritable() throws(StorageError) {
        for (path, mode) in [(directory, W_OK | X_OK), (database, R_OK | W_OK)]
        where unsafe Path.withCString(path, { unsafe access($0, mode) }) != 0 {
            throw .system(operation: "write", path: path, errno: errno)
        }
    }

    /// Lets the members of a unix group read and write the store, from now on also what is made there.
    ///
    /// Everything is changed through descriptors, and only what belongs to this user. The state directory itself may then be
    /// passed through by the group, and neither listed nor written.
    func share(with group: UInt32) throws(StorageError) {
        let state = try OpenDirectory(path: stateDirectory)
        let store = try state.directory(Self.directoryName)
        try store.share(with: group, permissions: 0o2770)
        let names = [
            Self.databaseName, "\(Self.databaseName)-wal", "\(Self.databaseName)-shm", Self.noticeName,
            Self.linkLockName,
        ]
        for name in names { try store.share(name, with: group, permissions: 0o660) }
        try Self.open(state, to: group)
    }

    /// Takes the rights of others to list and write a state directory, and lets a unix group pass through it.
    static func open(_ state: borrowing OpenDirectory, to group: UInt32) throws(StorageError) {
        let entry = try state.status()
        // A member who shares the store of another has nothing to open.
        guard entry.isOwn else { return }
        try state.share(with: group, permissions: entry.permissions & 0o701 | S_IXGRP)
    }
}
