import CLinux
import Glibc

/// Calls until the call was not interrupted by a signal; a negative result becomes an error that names the path.
@discardableResult
func systemCall<Result: SignedInteger>(
    _ operation: String, _ path: String, _ call: () -> Result
) throws(StorageError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw .system(operation: operation, path: path, errno: errno) }
    }
}

/// What the file system says of a file.
package struct FileStatus: Equatable, Sendable {
    /// What a path leads to.
    package enum Kind: Equatable, Sendable {
        case file, directory, symbolicLink, other
    }

    /// What it is.
    package var kind: Kind
    /// Length, in bytes.
    package var byteCount: Int
    /// When its contents last changed, in seconds since 1970.
    package var modified: Double
    /// Its number in the file system: another file of the same name has another.
    package var inode: UInt64
    /// The file system that it lies in.
    package var device: UInt64
    /// The user it belongs to.
    package var owner: UInt32
    /// The unix group it belongs to.
    package var group: UInt32
    /// How many names it has.
    package var linkCount: Int
    /// Who may do what with it: the twelve lowest bits of its mode.
    package var permissions: UInt32

    /// Which file it is, by whatever name it was reached.
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// Whether it belongs to the user that runs the program.
    package var isOwn: Bool { owner == geteuid() }

    /// Whether every user may write to it.
    package var isWritableByAll: Bool { permissions & S_IWOTH != 0 }

    /// Whether users beside its owner may write to it.
    package var isWritableByOthers: Bool { permissions & (S_IWGRP | S_IWOTH) != 0 }

    /// Looks at a path itself, not at what a symbolic link there leads to; `nil` where nothing is.
    package static func of(_ path: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        do {
            try systemCall("examine", path) { unsafe Path.withCString(path) { unsafe lstat($0, &status) } }
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
        return FileStatus(status)
    }

    /// Looks at what a path leads to, through links; `nil` where nothing is.
    package static func following(_ path: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        do {
            try systemCall("examine", path) { unsafe Path.withCString(path) { unsafe stat($0, &status) } }
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
        return FileStatus(status)
    }

    /// Looks at an open file of this process, such as standard input; `nil` where the number is of none.
    package static func of(descriptor: Int32) -> FileStatus? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    /// Makes the time of a file a whole second, the one it lies in.
    ///
    /// Thumbnails name the second of their file; some programs compare its fraction too, and never find theirs again.
    package static func dropFraction(ofTimeAt path: String) throws(StorageError) {
        guard let modified = try of(path)?.modified, modified != modified.rounded(.down) else { return }
        try systemCall("set the time of", path) {
            unsafe Path.withCString(path) { unsafe CLinux_set_modified($0, Int(bounded: modified.rounded(.down))) }
        }
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        byteCount = Int(status.st_size)
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
        owner = status.st_uid
        group = status.st_gid
        linkCount = Int(status.st_nlink)
        permissions = status.st_mode & 0o7777
        modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }
}

/// An open file that is closed when the value ends.
struct FileDescriptor: ~Copyable {
    /// The kernel's number; -1 once closed.
    private(set) var raw: Int32
    let path: String

    /// Takes over an open descriptor; the path is for error messages.
    init(taking raw: Int32, path: String) {
        self.raw = raw
        self.path = path
    }

    /// Opens a path; O_CLOEXEC is always added.
    init(opening path: String, _ flags: Int32, permissions: mode_t = 0) throws(StorageError) {
        raw = try systemCall("open", path) {
            unsafe Path.withCString(path) { unsafe open($0, flags | O_CLOEXEC, permissions) }
        }
        self.path = path
    }

    /// Opens a name in a directory that is open; O_CLOEXEC and O_NOFOLLOW are always added.
    init(
        opening name: String, in directory: borrowing OpenDirectory, _ flags: Int32, permissions: mode_t = 0
    ) throws(StorageError) {
        path = directory.path(of: name)
        let parent = directory.raw
        raw = try systemCall("open", path) {
            unsafe Path.withCString(name) { unsafe openat(parent, $0, flags | O_CLOEXEC | O_NOFOLLOW, permissions) }
        }
    }

    deinit { if raw >= 0 { _ = Glibc.close(raw) } }

    /// Writes all the bytes, however many calls it takes.
    func write(_ bytes: RawSpan) throws(StorageError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = try systemCall("write", path) {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
            }
            rest = rest.extracting(droppingFirst: written)
        }
    }

    /// Brings the contents to the disk; where a file system has no such thing, that is fine.
    func synchronize() throws(StorageError) {
        do {
            try systemCall("synchronize", path) { fsync(raw) }
        } catch .system(_, _, EINVAL), .system(_, _, EOPNOTSUPP), .system(_, _, ENOSYS) {
            return
        } catch {
            throw error
        }
    }

    /// What the file system says of the open file.
    func status() throws(StorageError) -> FileStatus {
        var status = stat()
        try systemCall("examine", path) { unsafe fstat(raw, &status) }
        return FileStatus(status)
    }

    /// Gives the descriptor away; another owner closes it.
    consuming func release() { raw = -1 }

    /// Closes, so that an error that only closing shows (NFS, quotas) is not lost.
    consuming func close() throws(StorageError) {
        let open = raw
        raw = -1
        // Linux closes the descriptor even when the call is interrupted: never twice.
        if Glibc.close(open) != 0, errno != EINTR { throw .system(operation: "close", path: path, errno: errno) }
    }
}
