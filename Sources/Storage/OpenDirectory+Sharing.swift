import CLinux
import Glibc

// What several users, or several versions of the program, do in one directory.
extension OpenDirectory {
    /// Makes an empty file in it with exactly these permissions, whatever the umask; one that exists is left as it is.
    package func makeFile(_ name: String, permissions: UInt32) throws(StorageError) {
        do {
            let file = try FileDescriptor(
                opening: name, in: self, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
            let raw = file.raw
            try systemCall("set the mode of", file.path) { fchmod(raw, permissions) }
        } catch .system(_, _, EEXIST) {
            return
        } catch {
            throw error
        }
    }

    // MARK: - Locking

    /// A lock on the whole directory, which ends with the value or with the process.
    package struct Lock: ~Copyable {
        private let file: FileDescriptor

        fileprivate init(_ file: consuming FileDescriptor) { self.file = file }

        deinit { _ = flock(file.raw, LOCK_UN) }
    }

    /// Waits for the directory's lock until a deadline.
    ///
    /// - Throws: EAGAIN where another process still has it then.
    package func lock(until deadline: ContinuousClock.Instant) throws(StorageError) -> Lock {
        let list = try listing()
        let raw = list.raw
        while flock(raw, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
                throw .system(operation: "lock", path: path, errno: errno)
            }
            usleep(2_000)
        }
        return Lock(list)
    }

    // MARK: - Sharing

    /// Gives a regular file in it to a unix group with a mode, through a descriptor: what is changed is what was looked at.
    ///
    /// A name that nothing has is left out, as is a file that is so already.
    /// - Throws: EPERM for a file of another user, ELOOP for what is no file, EMLINK for a file with a second name.
    package func share(_ name: String, with group: UInt32, permissions: UInt32) throws(StorageError) {
        let (parent, path) = (raw, path(of: name))
        let opened: Int32
        do {
            opened = try systemCall("share", path) {
                unsafe Path.withCString(name) { unsafe CLinux_open_entry(parent, $0) }
            }
        } catch let error where error.isMissing {
            return
        } catch {
            throw error
        }
        let file = FileDescriptor(taking: opened, path: path)
        let status = try file.status()
        guard status.kind == .file else { throw .system(operation: "share", path: path, errno: ELOOP) }
        guard status.linkCount == 1 else { throw .system(operation: "share", path: path, errno: EMLINK) }
        try Self.give(file.raw, path, status, to: group, permissions: permissions)
    }

    /// Gives the directory itself to a unix group with a mode.
    ///
    /// - Throws: EPERM for a directory of another user.
    package func share(with group: UInt32, permissions: UInt32) throws(StorageError) {
        try Self.give(raw, path, try status(), to: group, permissions: permissions)
    }

    private static func give(
        _ descriptor: Int32, _ path: String, _ status: FileStatus, to group: UInt32, permissions: UInt32
    ) throws(StorageError) {
        if status.group == group, status.permissions == permissions { return }
        guard status.isOwn else { throw .system(operation: "share", path: path, errno: EPERM) }
        try systemCall("share", path) { CLinux_give_to_group(descriptor, group, permissions) }
    }
}
