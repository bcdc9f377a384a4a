import Glibc

/// A file's bytes, read into memory: for files that others may cut or overwrite while they are used, such as those that a
/// person names.
///
/// A map of such a file would end the process where the file is cut (SIGBUS); here it ends with fewer bytes, which costs
/// that file alone.
package struct FileBytes: Equatable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]
    /// What the file system said of the file when it was opened.
    package let status: FileStatus

    /// The longest file that a person may name where no other limit is set, in bytes.
    package static let standardLimit = 256 << 20

    /// Reads a regular file, through a symbolic link only if told so, as for files that a person names.
    ///
    /// - Throws: ELOOP for a link that is not followed, ``StorageError/notAFile(path:isDirectory:)`` for a directory, a pipe
    ///   or a device, which is not waited for, and ``StorageError/tooLarge(path:limit:)`` for a file of more bytes.
    package init(path: String, followsLinks: Bool = false, maxBytes: Int = standardLimit) throws(StorageError) {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        try self.init(reading: file, maxBytes: maxBytes)
    }

    init(reading file: borrowing FileDescriptor, maxBytes: Int) throws(StorageError) {
        let status = try file.status()
        guard status.kind == .file else { throw .notAFile(path: file.path, isDirectory: status.kind == .directory) }
        guard status.byteCount <= maxBytes else { throw .tooLarge(path: file.path, limit: maxBytes) }
        bytes = try Self.read(file, expected: status.byteCount, maxBytes: maxBytes)
        self.status = status
    }

    /// Reads to the end; the file may have grown or shrunk since its length was asked for.
    private static func read(
        _ file: borrowing FileDescriptor, expected: Int, maxBytes: Int
    ) throws(StorageError) -> [UInt8] {
        let (raw, path) = (file.raw, file.path)
        var failure: StorageError?
        // One byte more than expected shows the end without another call.
        var bytes = unsafe [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
            while count < buffer.count {
                do throws(StorageError) {
                    let got = try systemCall("read", path) {
                        unsafe Glibc.read(raw, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
                    }
                    if got == 0 { return }
                    count += got
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        // It has grown: the rest, as far as it is allowed.
        while bytes.count > expected {
            guard bytes.count <= maxBytes else { throw .tooLarge(path: path, limit: maxBytes) }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let got = try systemCall("read", path) {
                unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(raw, $0.baseAddress, $0.count) }
            }
            if got == 0 { break }
            bytes += chunk.prefix(got)
        }
        return bytes
    }
}
