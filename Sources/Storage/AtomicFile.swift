import CLinux
import Glibc

/// Writes files whole or not at all: whoever opens the path sees the old file, the new one, or none, never a part.
///
/// Modes follow the umask (0666 less its bits). What is written is never written to again: a reader may map it.
package enum AtomicFile {
    /// What must survive when the power fails.
    package enum Durability: Sendable {
        /// Nothing: the reader checks what it finds. Costs a rename.
        case none
        /// The file and its name, for files that other programs read. Costs two fsyncs, milliseconds on a disk.
        case published
    }

    /// What became of a file that is created once.
    package enum Creation: Sendable {
        /// It was written.
        case created
        /// The name was taken: somebody wrote it before.
        case existed
    }

    /// Writes a file, replacing the one that has the name; its mode is `permissions` less the umask's bits.
    ///
    /// - Throws: what the system said; the old file is then as it was, and no temporary file is left.
    package static func replace(
        at path: String, with bytes: borrowing RawSpan, durability: Durability = .none,
        permissions: UInt32 = standardPermissions
    ) throws(StorageError) {
        try replace(
            Path.name(of: path), in: try OpenDirectory(path: Path.parent(of: path)), with: bytes,
            durability: durability, permissions: permissions)
    }

    /// Writes a file in an open directory, replacing the one that has the name.
    ///
    /// - Throws: what the system said; the old file is then as it was, and no temporary file is left.
    package static func replace(
        _ name: String, in directory: borrowing OpenDirectory, with bytes: borrowing RawSpan,
        durability: Durability = .none, permissions: UInt32 = standardPermissions
    ) throws(StorageError) {
        let temporary = temporaryName()
        do {
            try writeNamed(
                temporary, in: directory, bytes, attributes: [:], durability: durability, permissions: permissions)
            try directory.rename(temporary, to: name)
        } catch {
            _ = try? directory.removeFile(temporary)
            throw error
        }
        if durability == .published { try directory.synchronize() }
    }

    /// Writes an array's bytes in an open directory, replacing the file that has the name.
    package static func replace(
        _ name: String, in directory: borrowing OpenDirectory, with bytes: [UInt8], durability: Durability = .none,
        permissions: UInt32 = standardPermissions
    ) throws(StorageError) {
        try unsafe replace(
            name, in: directory, with: bytes.span.bytes, durability: durability, permissions: permissions)
    }

    /// Writes an array's bytes, replacing the file that has the name.
    package static func replace(
        at path: String, with bytes: [UInt8], durability: Durability = .none,
        permissions: UInt32 = standardPermissions
    ) throws(StorageError) {
        try unsafe replace(at: path, with: bytes.span.bytes, durability: durability, permissions: permissions)
    }

    /// Everybody may read and write, as far as the umask allows.
    package static let standardPermissions: UInt32 = 0o666

    /// Writes a file unless the name is taken, for names that say what the bytes are.
    ///
    /// A file without a name is written and then linked, so that a kill leaves nothing behind; where the file system
    /// has no such files, a temporary one.
    /// Extended attributes are left out where the file system has none.
    package static func create(
        at path: String, with bytes: borrowing RawSpan, attributes: [String: String] = [:],
        durability: Durability = .none
    ) throws(StorageError) -> Creation {
        try create(
            Path.name(of: path), in: try OpenDirectory(path: Path.parent(of: path)), with: bytes,
            attributes: attributes, durability: durability)
    }

    /// Writes a file in an open directory unless the name is taken.
    package static func create(
        _ name: String, in directory: borrowing OpenDirectory, with bytes: borrowing RawSpan,
        attributes: [String: String] = [:], durability: Durability = .none
    ) throws(StorageError) -> Creation {
        let creation: Creation
        if let unnamed = try createUnnamed(name, in: directory, bytes, attributes: attributes, durability: durability) {
            creation = unnamed
        } else {
            creation = try createNamed(name, in: directory, bytes, attributes: attributes, durability: durability)
        }
        if durability == .published { try directory.synchronize() }
        return creation
    }

    /// Writes an array's bytes in an open directory unless the name is taken.
    package static func create(
        _ name: String, in directory: borrowing OpenDirectory, with bytes: [UInt8],
        attributes: [String: String] = [:], durability: Durability = .none
    ) throws(StorageError) -> Creation {
        try unsafe create(
            name, in: directory, with: bytes.span.bytes, attributes: attributes, durability: durability)
    }

    /// Writes an array's bytes unless the name is taken.
    package static func create(
        at path: String, with bytes: [UInt8], attributes: [String: String] = [:], durability: Durability = .none
    ) throws(StorageError) -> Creation {
        try unsafe create(at: path, with: bytes.span.bytes, attributes: attributes, durability: durability)
    }

    /// Puts a file's bytes on the disk that were written with less durability.
    package static func synchronize(_ name: String, in directory: borrowing OpenDirectory) throws(StorageError) {
        try FileDescriptor(opening: name, in: directory, O_RDONLY).synchronize()
    }

    /// Whether a name is one of a temporary file made here: `.tmp.PID.RANDOM`, or what SQLite keeps beside such a file.
    package static func isTemporary(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].isEmpty && parts[1] == "tmp"
            && Int32(parts[2]) != nil && UInt64(parts[3].prefix { $0 != "-" }, radix: 16) != nil
    }

    /// A new name in the same directory.
    package static func temporaryPath(beside path: String) -> String {
        "\(Path.parent(of: path))/\(temporaryName())"
    }

    /// A name for a file that is not yet whole.
    package static func temporaryName() -> String {
        ".tmp.\(getpid()).\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    }

    /// Writes a file that has no name until it is whole; `nil` where the system cannot.
    private static func createUnnamed(
        _ name: String, in directory: borrowing OpenDirectory, _ bytes: borrowing RawSpan,
        attributes: [String: String], durability: Durability
    ) throws(StorageError) -> Creation? {
        let path = directory.path(of: name)
        guard let raw = try openUnnamed(in: directory, for: path) else { return nil }
        let file = FileDescriptor(taking: raw, path: path)
        try fill(file, bytes, attributes: attributes, durability: durability)
        let parent = directory.raw
        do {
            try systemCall("create", path) {
                unsafe Path.withCString(name) {
                    unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file.raw)", parent, $0, AT_SYMLINK_FOLLOW)
                }
            }
            return .created
        } catch .system(_, _, EEXIST) {
            return .existed
        } catch .system(_, _, ENOENT) {
            // There is no /proc here, or the directory went away, which the next attempt says.
            return nil
        } catch {
            throw error
        }
    }

    private static func openUnnamed(
        in directory: borrowing OpenDirectory, for path: String
    ) throws(StorageError) -> Int32? {
        let parent = directory.raw
        do {
            return try systemCall("create", path) { CLinux_open_unnamed(parent, 0o666) }
        } catch .system(_, _, EOPNOTSUPP), .system(_, _, EINVAL), .system(_, _, EISDIR) {
            // What file systems and kernels without O_TMPFILE say.
            return nil
        } catch {
            throw error
        }
    }

    private static func createNamed(
        _ name: String, in directory: borrowing OpenDirectory, _ bytes: borrowing RawSpan,
        attributes: [String: String], durability: Durability
    ) throws(StorageError) -> Creation {
        let (temporary, parent) = (temporaryName(), directory.raw)
        defer { _ = try? directory.removeFile(temporary) }
        try writeNamed(temporary, in: directory, bytes, attributes: attributes, durability: durability)
        do {
            try systemCall("create", directory.path(of: name)) {
                unsafe Path.withCString(name) { unsafe linkat(parent, temporary, parent, $0, 0) }
            }
        } catch .system(_, _, EEXIST) {
            return .existed
        } catch .system(_, _, EPERM), .system(_, _, EOPNOTSUPP) {
            // A file system without links: the same name means the same bytes, so replacing does no harm.
            try directory.rename(temporary, to: name)
        } catch {
            throw error
        }
        return .created
    }

    private static func writeNamed(
        _ name: String, in directory: borrowing OpenDirectory, _ bytes: borrowing RawSpan,
        attributes: [String: String], durability: Durability, permissions: UInt32 = standardPermissions
    ) throws(StorageError) {
        let file = try FileDescriptor(
            opening: name, in: directory, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions)
        try fill(file, bytes, attributes: attributes, durability: durability)
        try file.close()
    }

    private static func fill(
        _ file: borrowing FileDescriptor, _ bytes: borrowing RawSpan, attributes: [String: String],
        durability: Durability
    ) throws(StorageError) {
        try file.write(copy bytes)
        for (name, value) in attributes { FileAttribute.set(name, to: value, of: file) }
        if durability == .published { try file.synchronize() }
    }
}
