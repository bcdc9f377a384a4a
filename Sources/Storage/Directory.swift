import Glibc

/// Directories: made, listed, swept and removed.
package enum Directory {
    /// One name in a directory.
    package struct Entry: Equatable, Sendable {
        /// The name, without the directory.
        package var name: String
        /// What it is; a symbolic link is itself, not what it leads to.
        package var kind: FileStatus.Kind
    }

    /// Makes a directory and those above it, with mode 0700; one that exists is left as it is.
    ///
    /// - Throws: ENOTDIR where a file, or a link that leads to no directory, has the name;
    ///   ``StorageError/foreignLink(path:owner:)`` where the path leads through a link of a stranger.
    package static func create(at path: String) throws(StorageError) {
        do throws(StorageError) {
            _ = try NamedPlace(path).name
        } catch .foreignLink(let path, let owner) {
            throw .foreignLink(path: path, owner: owner)
        } catch {
            // What is not there yet is made, and what cannot be made is told then.
        }
        try create(at: path, hasParent: false)
    }

    private static func create(at path: String, hasParent: Bool) throws(StorageError) {
        let parent = Path.parent(of: path)
        do {
            try systemCall("create directory", path) { unsafe Path.withCString(path) { unsafe mkdir($0, 0o700) } }
        } catch .system(_, _, EEXIST) {
            guard isDirectory(path) else {
                throw .system(operation: "create directory", path: path, errno: ENOTDIR)
            }
        } catch .system(_, _, ENOENT) where path != parent && !hasParent {
            // Where the one above is there by now, another process has just made it; or nothing can be made in it at
            // all, as in /proc, which shows when it is tried again.
            let isThere = isDirectory(parent)
            if !isThere { try create(at: parent) }
            try create(at: path, hasParent: isThere)
        } catch {
            // A read-only file system says EROFS even for a directory that exists.
            guard isDirectory(path) else { throw error }
        }
    }

    /// Whether a path is, or leads to, a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe Path.withCString(path) { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A directory's path without links; `nil` where there is none.
    package static func realPath(of path: String) -> String? {
        guard let real = unsafe Path.withCString(path, { unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(real) }
        return unsafe Path.text(of: UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:)))
    }

    /// Whether names may be added to a directory by this process.
    package static func isWritable(_ path: String) -> Bool {
        unsafe Path.withCString(path) { unsafe access($0, W_OK | X_OK) } == 0
    }

    /// What a directory holds, without "." and "..", in no order; empty where there is no such directory.
    package static func entries(of path: String) throws(StorageError) -> [Entry] {
        guard let stream = unsafe Path.withCString(path, { unsafe opendir($0) }) else {
            if errno == ENOENT { return [] }
            throw .system(operation: "list", path: path, errno: errno)
        }
        defer { unsafe closedir(stream) }
        return try unsafe entries(of: stream, path)
    }

    /// What an open stream lists; the caller closes it.
    static func entries(of stream: OpaquePointer, _ path: String) throws(StorageError) -> [Entry] {
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let next = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &next.pointee.d_name) { bytes in
                unsafe Path.text(of: bytes.prefix { $0 != 0 })
            }
            guard name != ".", name != ".." else { continue }
            let kind: FileStatus.Kind? =
                switch unsafe Int(next.pointee.d_type) {
                case DT_REG: .file
                case DT_DIR: .directory
                case DT_LNK: .symbolicLink
                case DT_UNKNOWN: try status(of: name, in: unsafe dirfd(stream), path)?.kind
                default: .other
                }
            if let kind { entries.append(Entry(name: name, kind: kind)) }
        }
        if errno != 0 { throw .system(operation: "list", path: path, errno: errno) }
        return entries
    }

    private static func status(
        of name: String, in directory: Int32, _ path: String
    ) throws(StorageError) -> FileStatus? {
        var status = stat()
        do {
            try systemCall("examine", "\(path)/\(name)") {
                unsafe Path.withCString(name) { unsafe fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return FileStatus(status)
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }

    /// Removes a file or a symbolic link; `false` where there was none.
    @discardableResult
    package static func removeFile(at path: String) throws(StorageError) -> Bool {
        do {
            try systemCall("remove", path) { unsafe Path.withCString(path) { unsafe unlink($0) } }
            return true
        } catch let error where error.isMissing {
            return false
        } catch {
            throw error
        }
    }

    /// Removes an empty directory; `false` where it was not empty or not there.
    @discardableResult
    package static func removeIfEmpty(at path: String) throws(StorageError) -> Bool {
        do {
            try systemCall("remove", path) { unsafe Path.withCString(path) { unsafe rmdir($0) } }
            return true
        } catch .system(_, _, ENOTEMPTY), .system(_, _, EEXIST), .system(_, _, ENOENT) {
            return false
        } catch {
            throw error
        }
    }

    /// Removes a directory with all that is in it, or a file; links are removed, not followed.
    package static func removeTree(at path: String) throws(StorageError) {
        guard try FileStatus.of(path)?.kind == .directory else {
            try removeFile(at: path)
            return
        }
        for entry in try entries(of: path) { try removeTree(at: "\(path)/\(entry.name)") }
        try removeIfEmpty(at: path)
    }

    /// Renames within one file system, replacing what has the new name.
    package static func rename(_ path: String, to target: String) throws(StorageError) {
        try systemCall("rename", path) {
            unsafe Path.withCString(path) { old in unsafe Path.withCString(target) { unsafe Glibc.rename(old, $0) } }
        }
    }

    /// Gives a file a second name; false where the file system has no second names, or no more.
    package static func link(_ path: String, to name: String) throws(StorageError) -> Bool {
        do {
            try systemCall("link", name) {
                unsafe Path.withCString(path) { old in unsafe Path.withCString(name) { unsafe Glibc.link(old, $0) } }
            }
            return true
        } catch .system(_, _, EPERM), .system(_, _, EMLINK), .system(_, _, EXDEV), .system(_, _, EOPNOTSUPP) {
            return false
        }
    }

    /// Brings the names in a directory to the disk.
    package static func synchronize(at path: String) throws(StorageError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Bytes that this user may still write to the file system that holds a path.
    package static func freeBytes(at path: String) throws(StorageError) -> Int {
        var status = statvfs()
        try systemCall("examine", path) { unsafe Path.withCString(path) { unsafe statvfs($0, &status) } }
        return Int(clamping: status.f_bavail.multipliedReportingOverflow(by: status.f_frsize).partialValue)
    }
}
