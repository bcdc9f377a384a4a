import CSQLite
import Glibc

/// Why a file, a directory or the index could not be used.
public enum StorageError: Error, Equatable, Sendable {
    /// No usable home: HOME is missing or relative, and no directory was given.
    case noHome(variable: String, value: String?)
    /// A system call failed: what was done, to which path, and the error number.
    case system(operation: String, path: String, errno: Int32)
    /// A file was expected, and the path leads to a directory, or to a pipe, a socket or a device.
    case notAFile(path: String, isDirectory: Bool)
    /// The file is longer than it may be, in bytes.
    case tooLarge(path: String, limit: Int)
    /// A directory of the program's own was made by another user, or is open to all.
    case foreign(path: String, owner: UInt32)
    /// A path leads through a link that another user put into a directory to which every user may write.
    case foreignLink(path: String, owner: UInt32)
    /// SQLite failed: what was done, its extended result code, its words.
    case database(operation: String, path: String, code: Int32, message: String)
    /// The file or directory was written by another version of the layout.
    case layoutVersion(path: String, found: Int, supported: Int)
    /// There is no room for so many bytes: what else is kept may not be evicted.
    case noRoom(path: String, needed: Int, limit: Int)
}

extension StorageError {
    /// Whether space ran out: the disk's, the quota's, or the cache's own limit.
    public var isFull: Bool {
        switch self {
        case .system(_, _, let number): number == ENOSPC || number == EDQUOT
        case .database: primaryCode == SQLITE_FULL
        case .noRoom: true
        case .noHome, .layoutVersion, .notAFile, .tooLarge, .foreign, .foreignLink: false
        }
    }

    /// Whether the file system or the index can only be read.
    public var isReadOnly: Bool {
        switch self {
        case .system(_, _, let number): number == EROFS
        default: primaryCode == SQLITE_READONLY
        }
    }

    /// Whether the person who runs the program may not do this.
    public var isPermission: Bool {
        switch self {
        case .system(_, _, let number): number == EACCES || number == EPERM
        case .foreign, .foreignLink: true
        default: primaryCode == SQLITE_PERM
        }
    }

    /// A word for programs, stable across versions.
    package var code: String {
        if isFull { return "disk_full" }
        if isPermission { return "permission" }
        if isReadOnly { return "read_only" }
        return switch self {
        case .noHome: "no_home"
        case .layoutVersion: "layout_version"
        case .notAFile: "not_a_file"
        case .tooLarge: "too_large"
        case .system where isInTheWay: "cannot_create"
        default: "input_output"
        }
    }

    /// The path concerned, where there is one.
    package var path: String? {
        switch self {
        case .noHome: nil
        case .system(_, let path, _), .database(_, let path, _, _), .layoutVersion(let path, _, _),
            .noRoom(let path, _, _), .notAFile(let path, _), .tooLarge(let path, _), .foreign(let path, _),
            .foreignLink(let path, _):
            path
        }
    }

    /// Whether another process held a database longer than the busy timeout.
    public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether a database's file is not one, or not a whole one.
    public var isDamaged: Bool {
        // SQLITE_IOERR_SHORT_READ, a macro that Swift does not import: the file ends before its last page.
        if case .database(_, _, let code, _) = self, code == SQLITE_IOERR | 2 << 8 { return true }
        return primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
    }

    /// Whether SQLite did not understand a statement: one that is right speaks of a table that the file has lost.
    package var isLostTable: Bool { primaryCode == SQLITE_ERROR }

    /// Whether a database's connection may hold a lock that it could not let go, or no longer knows what is written: the
    /// next use should open the file anew.
    package var breaksConnection: Bool { primaryCode == SQLITE_PROTOCOL || primaryCode == SQLITE_IOERR }

    /// Whether the path does not exist.
    package var isMissing: Bool {
        if case .system(_, _, ENOENT) = self { true } else { false }
    }

    /// Whether the name is taken, or taken by something of another kind.
    package var isInTheWay: Bool {
        switch self {
        case .system(_, _, let number): number == EEXIST || number == ENOTDIR || number == EISDIR || number == ELOOP
        case .notAFile: true
        default: false
        }
    }

    /// SQLite's result code without its extension, or `nil` for another error.
    private var primaryCode: Int32? {
        if case .database(_, _, let code, _) = self { code & 0xFF } else { nil }
    }
}

extension StorageError: CustomStringConvertible {
    /// One line for a person: what was tried, on which path, and why it failed.
    public var description: String {
        switch self {
        case .noHome(let variable, let value?):
            "\(variable) is \"\(value)\": not an absolute path"
        case .noHome(let variable, nil):
            "\(variable) is not set"
        case .system(let operation, let path, let number):
            "cannot \(operation) \(path): \(unsafe String(cString: strerror(number)))"
        case .notAFile(let path, let isDirectory):
            "\(path) is \(isDirectory ? "a directory" : "a pipe, a socket or a device"); a file was expected"
        case .tooLarge(let path, let limit):
            "\(path): more than \(limit) bytes"
        case .foreign(let path, let owner):
            """
            \(path) is no directory of yours: user \(owner) made it, or every user may write to it; move it away, or name \
            another directory
            """
        case .foreignLink(let path, let owner):
            "\(path) is a link that user \(owner) put where every user may write; it is not followed"
        case .database(let operation, let path, let code, let message):
            "cannot \(operation) \(path): \(message) (SQLite \(code))"
        case .layoutVersion(let path, let found, let supported):
            "\(path) has layout version \(found); this program knows versions up to \(supported)"
        case .noRoom(let path, let needed, let limit):
            "no room for \(needed) bytes in \(path): the limit is \(limit) bytes"
        }
    }
}
