import CLinux
import Glibc

/// Files that say what the program runs: read only where no other user can have written them or put others in their place.
package enum TrustedFile {
    /// Why a file or directory counts as another user's word.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// What is at fault: the file, or a directory on the way to it.
        package var path: String
        /// What is wrong with it.
        package var reason: String

        /// Says what is wrong with a file.
        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        /// One line for a person.
        package var description: String { "\(path) \(reason)" }
    }

    /// What reading a file came to.
    package enum Contents: Equatable, Sendable {
        /// Its bytes, which are this user's own.
        case bytes([UInt8])
        /// Nothing has the name.
        case missing
        /// Another user may have written it.
        case untrusted(Fault)
    }

    /// Reads a file that must be a regular one with one name, belong to this user, let no other user write or read
    /// it, and lie where no other user can put another in its place.
    package static func read(_ path: String, maxBytes: Int) throws(StorageError) -> Contents {
        let file: FileDescriptor
        do {
            file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        } catch .system(_, _, ENOENT) {
            return .missing
        } catch .system(_, _, ELOOP) {
            return .untrusted(Fault(path: path, reason: "is a symbolic link, not a file"))
        } catch .system(_, _, EACCES) {
            // What lies in a folder that is closed to this user, such as a home that sudo left in HOME, is not this user's.
            if unsafe Path.withCString(Path.parent(of: path), { unsafe access($0, X_OK) }) != 0 { return .missing }
            return .untrusted(Fault(path: path, reason: "cannot be read by this user"))
        } catch {
            throw error
        }
        var status = stat()
        let raw = file.raw
        try systemCall("examine", path) { unsafe fstat(raw, &status) }
        if let reason = fault(in: status) { return .untrusted(Fault(path: path, reason: reason)) }
        if let fault = try fault(ofDirectory: Path.parent(of: path)) { return .untrusted(fault) }
        guard status.st_size <= maxBytes else {
            return .untrusted(Fault(path: path, reason: "has \(status.st_size) bytes; the limit is \(maxBytes)"))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let read = try systemCall("read", path) {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    unsafe Glibc.read(raw, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
                }
            }
            if read == 0 { break }
            count += read
        }
        return .bytes(Array(bytes.prefix(count)))
    }

    /// Writes a file that only this user may read and write; its directories are made where they are missing.
    ///
    /// - Returns: why another user could change it there, in which case it was not written.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) -> Fault? {
        let directory = Path.parent(of: path)
        try Directory.create(at: directory)
        if let fault = try fault(ofDirectory: directory) { return fault }
        try AtomicFile.replace(at: path, with: bytes, durability: .published, permissions: 0o600)
        return nil
    }

    private static func fault(in status: stat) -> String? {
        guard status.st_mode & S_IFMT == S_IFREG else { return "is no regular file" }
        guard status.st_uid == geteuid() else { return "belongs to user \(status.st_uid)" }
        guard status.st_nlink == 1 else { return "has a second name" }
        guard status.st_mode & 0o077 == 0 else {
            return "has the mode \(String(status.st_mode & 0o777, radix: 8)): chmod 600"
        }
        return nil
    }

    /// Why another user could put something into a directory, or another directory in its place; `nil` where none can.
    ///
    /// Every directory from the root on must belong to this user or to root, and be writable by no other, unless it is
    /// sticky as /tmp is and what is in it is this user's or root's. A link on the way must be theirs too.
    package static func fault(ofDirectory path: String) throws(StorageError) -> Fault? {
        var rest = Array(Path.components(of: path).reversed())
        var here = try OpenDirectory(path: Path.isAbsolute(path) ? "/" : ".")
        var links = 0
        while true {
            let directory = try here.status()
            guard directory.owner == 0 || directory.isOwn else {
                return Fault(path: here.path, reason: "belongs to user \(directory.owner)")
            }
            let isSticky = directory.permissions & S_ISVTX != 0
            if directory.isWritableByOthers, !isSticky || rest.isEmpty {
                return Fault(
                    path: here.path,
                    reason: "can be written by others (mode \(String(directory.permissions, radix: 8))): chmod go-w")
            }
            guard let name = rest.popLast() else { return nil }
            guard let next = try here.status(of: name) else {
                throw .system(operation: "open", path: here.path(of: name), errno: ENOENT)
            }
            guard next.kind == .symbolicLink else {
                here = try here.directory(name)
                continue
            }
            guard next.owner == 0 || next.isOwn else {
                return Fault(path: here.path(of: name), reason: "is a link of user \(next.owner)")
            }
            links += 1
            guard links <= 40, let target = try here.target(of: name) else {
                throw .system(operation: "open", path: here.path(of: name), errno: ELOOP)
            }
            rest += Path.components(of: target).reversed()
            if Path.isAbsolute(target) { here = try OpenDirectory(path: "/") }
        }
    }
}
