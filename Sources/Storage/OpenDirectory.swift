import CLinux
package import FoundationEssentials
import Glibc

/// A directory that is held open: what is done in it goes through the descriptor, so that a link or another directory
/// that somebody puts in its place meanwhile is not reached.
package struct OpenDirectory: ~Copyable {
    /// How it was reached, for messages.
    package let path: String
    private let descriptor: FileDescriptor

    /// The kernel's number: good for calls that take a directory and a name, not for listing.
    var raw: Int32 { descriptor.raw }

    init(taking descriptor: consuming FileDescriptor) {
        path = descriptor.path
        self.descriptor = descriptor
    }

    /// Opens a directory by its path, through links, as the system does.
    package init(path: String) throws(StorageError) {
        let raw = try systemCall("open", path) {
            unsafe Path.withCString(path) { unsafe CLinux_open_directory(AT_FDCWD, $0, true) }
        }
        self.init(taking: FileDescriptor(taking: raw, path: path))
    }

    /// The path of a name in it.
    package func path(of name: String) -> String { Path.endsInSlash(path) ? path + name : "\(path)/\(name)" }

    // MARK: Directories below

    /// Opens a directory in it; a link is not followed.
    ///
    /// - Throws: ENOENT where nothing has the name; ENOTDIR or ELOOP where a file or a link has it.
    package func directory(_ name: String) throws(StorageError) -> OpenDirectory {
        let (parent, path) = (raw, path(of: name))
        let opened = try systemCall("open", path) {
            unsafe Path.withCString(name) { unsafe CLinux_open_directory(parent, $0, false) }
        }
        return OpenDirectory(taking: FileDescriptor(taking: opened, path: path))
    }

    /// Opens what a link in it leads to, as the kernel follows it.
    func directoryFollowing(_ name: String) throws(StorageError) -> OpenDirectory {
        let (parent, path) = (raw, path(of: name))
        let opened = try systemCall("open", path) {
            unsafe Path.withCString(name) { unsafe CLinux_open_directory(parent, $0, true) }
        }
        return OpenDirectory(taking: FileDescriptor(taking: opened, path: path))
    }

    /// Opens a directory in it that is a private place of the program: it must belong to this user, to root or to the owner
    /// of this one, and not every user may write to it.
    ///
    /// One that is made gets `permissions` less the umask's bits.
    /// - Throws: ``StorageError/foreign(path:owner:)`` where another user has made it.
    package func trustedDirectory(
        _ name: String, creates: Bool, permissions: UInt32 = Self.ownersAlone
    ) throws(StorageError) -> OpenDirectory {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F }) else {
            throw .system(operation: "open", path: path(of: name), errno: EINVAL)
        }
        if creates { try makeDirectory(name, permissions: permissions) }
        let opened = try directory(name)
        let status = try opened.status()
        let trusted = [geteuid(), 0, try self.status().owner]
        guard trusted.contains(status.owner), !status.isWritableByAll || status.permissions & S_ISVTX != 0 else {
            throw .foreign(path: opened.path, owner: status.owner)
        }
        return opened
    }

    /// Opens the last of several directories, each in the one before, none through a link.
    package func trustedDirectory(
        _ names: [String], creates: Bool, permissions: UInt32 = Self.ownersAlone
    ) throws(StorageError) -> OpenDirectory {
        guard let first = names.first else { return try reopened() }
        let next = try trustedDirectory(first, creates: creates, permissions: permissions)
        return names.count == 1
            ? next : try next.trustedDirectory(Array(names.dropFirst()), creates: creates, permissions: permissions)
    }

    /// The owner alone may enter.
    package static let ownersAlone: UInt32 = 0o700
    /// Others may look, as far as the umask allows.
    package static let readable: UInt32 = 0o755

    /// Makes a directory in it, with `permissions` less the umask's bits, unless the name is taken.
    package func makeDirectory(_ name: String, permissions: UInt32 = Self.ownersAlone) throws(StorageError) {
        let parent = raw
        do {
            try systemCall("create directory", path(of: name)) {
                unsafe Path.withCString(name) { unsafe mkdirat(parent, $0, permissions) }
            }
        } catch .system(_, _, EEXIST) {
            return
        } catch {
            // A read-only file system says EROFS even for a directory that exists.
            guard (try? status(of: name))??.kind == .directory else { throw error }
        }
    }

    private func reopened() throws(StorageError) -> OpenDirectory {
        let parent = raw
        let opened = try systemCall("open", path) { unsafe CLinux_open_directory(parent, ".", false) }
        return OpenDirectory(taking: FileDescriptor(taking: opened, path: path))
    }

    // MARK: Looking

    /// What the file system says of the directory itself.
    package func status() throws(StorageError) -> FileStatus { try descriptor.status() }

    /// What the file system says of a name in it, not of what a link there leads to; `nil` where nothing has it.
    package func status(of name: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        let parent = raw
        do {
            try systemCall("examine", path(of: name)) {
                unsafe Path.withCString(name) { unsafe fstatat(parent, $0, &status, AT_SYMLINK_NOFOLLOW) }
            }
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
        return FileStatus(status)
    }

    /// What the file system says of what a name leads to, as the kernel follows it; `nil` where nothing is.
    func statusFollowing(_ name: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        let parent = raw
        do {
            try systemCall("examine", path(of: name)) {
                unsafe Path.withCString(name) { unsafe fstatat(parent, $0, &status, 0) }
            }
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
        return FileStatus(status)
    }

    /// What it holds, without "." and "..", in no order.
    package func entries() throws(StorageError) -> [Directory.Entry] {
        let list = try listing()
        guard let stream = unsafe fdopendir(list.raw) else {
            throw .system(operation: "list", path: path, errno: errno)
        }
        // The stream closes the descriptor.
        list.release()
        defer { unsafe closedir(stream) }
        return try unsafe Directory.entries(of: stream, path)
    }

    /// What a link in it says; `nil` where the name is not of a link.
    package func target(of name: String) throws(StorageError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let parent = raw
        do {
            let length = try systemCall("read link", path(of: name)) {
                unsafe Path.withCString(name) { unsafe readlinkat(parent, $0, &bytes, bytes.count) }
            }
            return Path.text(of: bytes.prefix(length).map(UInt8.init(bitPattern:)))
        } catch .system(_, _, ENOENT), .system(_, _, EINVAL) {
            return nil
        } catch {
            throw error
        }
    }

    /// The bytes of a regular file in it, at most so many; `nil` where nothing has the name.
    package func contents(of name: String, maxBytes: Int) throws(StorageError) -> [UInt8]? {
        do {
            let file = try FileDescriptor(opening: name, in: self, O_RDONLY | O_NONBLOCK)
            return try FileBytes(reading: file, maxBytes: maxBytes).bytes
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }

    /// The first bytes of a regular file in it, at most so many.
    package func beginning(of name: String, byteCount: Int) throws(StorageError) -> [UInt8] {
        let file = try FileDescriptor(opening: name, in: self, O_RDONLY | O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let count = try systemCall("read", file.path) {
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.raw, $0.baseAddress, $0.count, 0) }
        }
        return Array(bytes.prefix(count))
    }

    // MARK: Changing

    /// Removes a file or a link in it; `false` where nothing had the name.
    @discardableResult
    package func removeFile(_ name: String) throws(StorageError) -> Bool { try remove(name, 0) }

    /// Removes an empty directory in it; `false` where it was not empty, or nothing had the name.
    @discardableResult
    package func removeEmptyDirectory(_ name: String) throws(StorageError) -> Bool {
        do {
            return try remove(name, AT_REMOVEDIR)
        } catch .system(_, _, ENOTEMPTY), .system(_, _, EEXIST) {
            return false
        } catch {
            throw error
        }
    }

    /// Removes temporary files that a killed process left in it; returns how many.
    ///
    /// Only files changed before a date go, so that no writer at work loses its file.
    @discardableResult
    package func sweepTemporaries(changedBefore date: Date) throws(StorageError) -> Int {
        var swept = 0
        for entry in try entries() where entry.kind != .directory && AtomicFile.isTemporary(entry.name) {
            guard let status = try status(of: entry.name), status.modified < date.timeIntervalSince1970 else {
                continue
            }
            if try removeFile(entry.name) { swept += 1 }
        }
        return swept
    }

    private func remove(_ name: String, _ flags: Int32) throws(StorageError) -> Bool {
        let parent = raw
        do {
            try systemCall("remove", path(of: name)) {
                unsafe Path.withCString(name) { unsafe unlinkat(parent, $0, flags) }
            }
            return true
        } catch let error where error.isMissing {
            return false
        } catch {
            throw error
        }
    }

    /// Renames something in it, into this or another open directory; what has the new name there is replaced.
    package func rename(
        _ name: String, to newName: String, in target: borrowing OpenDirectory
    ) throws(StorageError) {
        let (from, to) = (raw, target.raw)
        try systemCall("rename", path(of: name)) {
            unsafe Path.withCString(name) { old in
                unsafe Path.withCString(newName) { unsafe renameat(from, old, to, $0) }
            }
        }
    }

    /// Renames something in it; what has the new name is replaced.
    package func rename(_ name: String, to newName: String) throws(StorageError) {
        let parent = raw
        try systemCall("rename", path(of: name)) {
            unsafe Path.withCString(name) { old in
                unsafe Path.withCString(newName) { unsafe renameat(parent, old, parent, $0) }
            }
        }
    }

    /// Gives a file in it a second name in another open directory; false where the file system has no second names, or no
    /// more.
    package func link(
        _ name: String, to newName: String, in target: borrowing OpenDirectory
    ) throws(StorageError) -> Bool {
        let (from, to) = (raw, target.raw)
        do {
            try systemCall("link", target.path(of: newName)) {
                unsafe Path.withCString(name) { old in
                    unsafe Path.withCString(newName) { unsafe linkat(from, old, to, $0, 0) }
                }
            }
            return true
        } catch .system(_, _, EPERM), .system(_, _, EMLINK), .system(_, _, EXDEV), .system(_, _, EOPNOTSUPP) {
            return false
        } catch {
            throw error
        }
    }

    /// Points a link in it at a target, whether it was there or not: a reader sees the old target or the new one.
    package func replaceLink(
        _ name: String, with target: String, durability: AtomicFile.Durability = .none
    ) throws(StorageError) {
        let (parent, temporary) = (raw, AtomicFile.temporaryName())
        do {
            try systemCall("link", path(of: temporary)) {
                unsafe Path.withCString(target) { unsafe symlinkat($0, parent, temporary) }
            }
            try rename(temporary, to: name)
        } catch {
            _ = try? removeFile(temporary)
            throw error
        }
        if durability == .published { try synchronize() }
    }

    /// Brings the names in it to the disk.
    package func synchronize() throws(StorageError) { try listing().synchronize() }

    /// A descriptor of it that can list, lock and synchronize.
    func listing() throws(StorageError) -> FileDescriptor {
        let parent = raw
        let opened = try systemCall("open", path) { unsafe openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        return FileDescriptor(taking: opened, path: path)
    }
}
