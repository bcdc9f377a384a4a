import Glibc

/// Who may use a file: its owner alone, or a unix group too.
package enum FileAccess {
    /// Makes an empty file with exactly these permissions, whatever the umask; one that exists is left as it is.
    package static func createEmpty(at path: String, permissions: UInt32) throws(StorageError) {
        do {
            let file = try FileDescriptor(
                opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
            let raw = file.raw
            try systemCall("set the mode of", path) { fchmod(raw, permissions) }
        } catch .system(_, _, EEXIST) {
            return
        } catch {
            throw error
        }
    }

    /// Opens a file for writing and closes it, which the processes that watch it are told.
    ///
    /// A pipe in its place is not waited for.
    package static func touch(_ path: String) throws(StorageError) {
        try FileDescriptor(opening: path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY).close()
    }

    /// Whether a directory hands its group on to what is made in it, and the group may write there.
    package static func isShared(directory: String) -> Bool {
        var status = stat()
        return unsafe Path.withCString(directory) { unsafe stat($0, &status) } == 0
            && status.st_mode & (S_ISGID | S_IWGRP) == S_ISGID | S_IWGRP
    }

    /// The number of a unix group; `nil` where there is none of that name.
    package static func groupID(named name: String) -> UInt32? {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 64 * 1024)
        let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
        return unsafe code == 0 && found != nil ? unsafe entry.gr_gid : nil
    }
}
