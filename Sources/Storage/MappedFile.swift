import Glibc

/// The bytes of a file that the program wrote itself, mapped for reading until the value ends.
///
/// A file that somebody cuts while it is mapped kills the process that reads it (SIGBUS). ``AtomicFile`` replaces and
/// removes files and never writes in place, so only another user's program could do so: what does not belong to this user
/// or to root, or what others may write to, as in a cache that users share, is read into memory instead. Files that a
/// person names are the person's: ``FileBytes`` reads those.
@safe package struct MappedFile: ~Copyable {
    // Owned by this value alone, and read only through a borrow of it.
    private let base: UnsafeMutableRawPointer?
    /// The bytes of a file that others may cut.
    private let copied: [UInt8]?
    /// The file's length, in bytes.
    package let byteCount: Int
    /// When its contents last changed, in seconds since 1970.
    package let modified: Double
    /// Its number in the file system: another file of the same name has another.
    package let inode: UInt64

    /// Whether the bytes lie in a map of the file, and not in a copy.
    var isMap: Bool { copied == nil }

    /// Maps a regular file.
    ///
    /// - Throws: ELOOP for a link, ``StorageError/notAFile(path:isDirectory:)`` for what is no regular file; a pipe is not
    ///   waited for.
    package init(path: String) throws(StorageError) {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        guard status.kind == .file else { throw .notAFile(path: path, isDirectory: status.kind == .directory) }
        let isSafe = Self.isSafeToMap(status)
        let copy = isSafe ? nil : try FileBytes(reading: file, maxBytes: .max - 1).bytes
        unsafe base = isSafe ? try unsafe Self.map(file, status.byteCount) : nil
        copied = copy
        byteCount = copy?.count ?? status.byteCount
        modified = status.modified
        inode = status.inode
    }

    private static func isSafeToMap(_ status: FileStatus) -> Bool {
        (status.isOwn || status.owner == 0) && status.permissions & (S_IWGRP | S_IWOTH) == 0
    }

    private static func map(
        _ file: borrowing FileDescriptor, _ byteCount: Int
    ) throws(StorageError) -> UnsafeMutableRawPointer? {
        // A map of nothing is an error, and nothing is needed.
        guard byteCount > 0 else { return nil }
        // Without MAP_POPULATE: the kernel maps 16 pages at a fault, which costs two thirds of mapping all before.
        let address = unsafe mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, file.raw, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(operation: "map", path: file.path, errno: errno)
        }
        return unsafe address
    }

    deinit {
        if let base = unsafe base { unsafe munmap(base, byteCount) }
    }

    /// Lends the bytes.
    package borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        if let copied { return try body(unsafe copied.span.bytes) }
        let buffer = unsafe UnsafeRawBufferPointer(start: base, count: byteCount)
        return try body(unsafe RawSpan(_unsafeBytes: buffer))
    }

    /// A copy of the bytes.
    package borrowing func copy() -> [UInt8] {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
    }

    /// A file's bytes, read into memory; `nil` where there is no such file.
    package static func contents(ofFile path: String) throws(StorageError) -> [UInt8]? {
        do {
            return try FileBytes(path: path).bytes
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }
}
