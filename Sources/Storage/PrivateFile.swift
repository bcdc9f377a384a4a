import Glibc

/// A file with a secret in it, which a person named: its bytes, and who beside this process can read them.
package struct PrivateFile: Sendable {
    /// Who can read a file.
    package enum Readers: Equatable, Sendable {
        /// Its owner, who is this process' user or root, and nobody else.
        case owner
        /// Its mode lets others read it, but they cannot enter its directory, or are root's group.
        case ownerDespiteMode(mode: UInt32)
        /// Other users.
        case others(mode: UInt32)
        /// The user who owns it, and who is neither this process' user nor root.
        case stranger(user: UInt32)
    }

    /// Who can read it.
    package let readers: Readers
    /// Its first bytes.
    package let bytes: [UInt8]

    /// Reads at most `limit` bytes of a regular file, and looks at the very file that it reads.
    ///
    /// - Throws: ``StorageError/notAFile(path:isDirectory:)`` for what is no regular file; a pipe is not waited for.
    package init(path: String, limit: Int) throws(StorageError) {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        try systemCall("examine", path) { unsafe fstat(file.raw, &status) }
        let kind = FileStatus(status).kind
        guard kind == .file else { throw .notAFile(path: path, isDirectory: kind == .directory) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try systemCall("read", path) {
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(file.raw, $0.baseAddress, $0.count, 0) }
        }
        self.bytes = Array(bytes.prefix(count))
        readers =
            if status.st_uid != geteuid(), status.st_uid != 0 {
                .stranger(user: status.st_uid)
            } else if status.st_mode & (S_IRWXG | S_IRWXO) == 0 {
                .owner
            } else if Self.lets(status, S_IRWXG, S_IRWXO), try Self.isReached(file) {
                .others(mode: status.st_mode & 0o7777)
            } else {
                .ownerDespiteMode(mode: status.st_mode & 0o7777)
            }
    }

    /// Whether others may enter every directory above an open file.
    private static func isReached(_ file: borrowing FileDescriptor) throws(StorageError) -> Bool {
        // Where a link led is known to the kernel alone.
        guard var path = try SymbolicLink.target(at: "/proc/self/fd/\(file.raw)") else { return true }
        while path != Path.parent(of: path) {
            path = Path.parent(of: path)
            var status = stat()
            try systemCall("examine", path) { unsafe Path.withCString(path) { unsafe stat($0, &status) } }
            if !lets(status, S_IXGRP, S_IXOTH) { return false }
        }
        return true
    }

    /// Whether a mode lets others than the owner do something; the members of root's own group are taken for root.
    private static func lets(_ status: stat, _ group: mode_t, _ others: mode_t) -> Bool {
        status.st_mode & others != 0 || status.st_gid != 0 && status.st_mode & group != 0
    }
}
