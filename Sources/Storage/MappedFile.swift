import Glibc

/// A file's bytes, mapped for reading until the value ends.
///
/// Safe for files that are replaced and removed but never written in place, as ``AtomicFile`` does; a file that
/// somebody cuts while it is mapped kills the process that reads it (SIGBUS).
@safe package struct MappedFile: ~Copyable {
    // Owned by this value alone, and read only through a borrow of it.
    private let base: UnsafeMutableRawPointer?
    /// The file's length, in bytes.
    package let byteCount: Int
    /// When its contents last changed, in seconds since 1970.
    package let modified: Double
    /// Its number in the file system: another file of the same name has another.
    package let inode: UInt64

    /// Maps a regular file, reached through a symbolic link only if told so, as for files that a person names.
    ///
    /// - Throws: ELOOP for a link that is not followed, ``StorageError/notAFile(path:isDirectory:)`` for what is no
    ///   regular file; a pipe is not waited for.
    package init(path: String, followsLinks: Bool = false) throws(StorageError) {
        let (bytes, status) = try unsafe Self.map(path, followsLinks)
        unsafe base = bytes.baseAddress
        byteCount = bytes.count
        modified = status.modified
        inode = status.inode
    }

    private static func map(
        _ path: String, _ followsLinks: Bool
    ) throws(StorageError) -> (UnsafeMutableRawBufferPointer, FileStatus) {
        let file = try FileDescriptor(
            opening: path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        let status = try file.status()
        guard status.kind == .file else { throw .notAFile(path: path, isDirectory: status.kind == .directory) }
        // A map of nothing is an error, and nothing is needed.
        guard status.byteCount > 0 else { return unsafe (UnsafeMutableRawBufferPointer(start: nil, count: 0), status) }
        // Without MAP_POPULATE: the kernel maps 16 pages at a fault, which costs two thirds of mapping all before.
        let address = unsafe mmap(nil, status.byteCount, PROT_READ, MAP_PRIVATE, file.raw, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw .system(operation: "map", path: path, errno: errno)
        }
        return unsafe (UnsafeMutableRawBufferPointer(start: address, count: status.byteCount), status)
    }

    deinit {
        if let base = unsafe base { unsafe munmap(base, byteCount) }
    }

    /// Lends the bytes.
    package borrowing func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        let buffer = unsafe UnsafeRawBufferPointer(start: base, count: byteCount)
        return try body(unsafe RawSpan(_unsafeBytes: buffer))
    }

    /// A copy of the bytes.
    package borrowing func copy() -> [UInt8] {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
    }

    /// A copy of a file's bytes; `nil` where there is no such file.
    package static func contents(ofFile path: String) throws(StorageError) -> [UInt8]? {
        do {
            return try MappedFile(path: path).copy()
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }
}
