import Glibc
import Storage

/// Where the shared store lies below the state directory.
struct StoreLayout: Sendable {
    /// The state directory, an absolute path.
    let directory: String

    /// The database.
    var database: String { "\(directory)/\(Self.databaseName)" }
    /// An empty file that is opened for writing and closed after every commit: whoever waits is woken by that.
    var notice: String { "\(directory)/\(Self.noticeName)" }
    /// An empty file, whose byte N is locked while somebody handles deep link N.
    var linkLock: String { "\(directory)/\(Self.linkLockName)" }

    static let databaseName = "defaults.sqlite"
    static let noticeName = "defaults.changed"
    static let linkLockName = "links.lock"

    /// The mode of every file: the owner's alone, or the unix group's too where the directory is shared with it.
    var permissions: UInt32 { FileAccess.isShared(directory: directory) ? 0o660 : 0o600 }

    /// Makes the directory, the notice and the lock file where they do not exist.
    func create() throws(StorageError) {
        try Directory.create(at: directory)
        let permissions = permissions
        // SQLite would make its file readable by all; those beside it get the mode that it has.
        for path in [database, notice, linkLock] {
            switch try FileStatus.of(path)?.kind {
            case nil: try FileAccess.createEmpty(at: path, permissions: permissions)
            case .file: break
            // In a shared directory a link could lead a member's writes to another's file.
            default: throw .system(operation: "use", path: path, errno: ELOOP)
            }
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
    func share(with group: UInt32) throws(StorageError) {
        try FileAccess.share(directory, with: group, permissions: 0o2770)
        for path in [database, "\(database)-wal", "\(database)-shm", notice, linkLock] {
            try FileAccess.share(path, with: group, permissions: 0o660)
        }
    }
}
