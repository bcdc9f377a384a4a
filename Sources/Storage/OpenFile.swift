import Glibc

/// A regular file that is open for reading, for libraries that send its bytes themselves.
package struct OpenFile: ~Copyable {
    /// The file's length, in bytes.
    package let byteCount: Int
    private let file: FileDescriptor

    /// Opens a regular file; neither a symbolic link nor a pipe is followed.
    package init(path: String) throws(StorageError) {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        guard status.kind == .file else { throw .notAFile(path: path, isDirectory: status.kind == .directory) }
        byteCount = status.byteCount
        self.file = file
    }

    /// Another descriptor of the same open file, which whoever takes it closes.
    package borrowing func duplicate() throws(StorageError) -> Int32 {
        try systemCall("open", file.path) { fcntl(file.raw, F_DUPFD_CLOEXEC, 0) }
    }

    /// The SHA-256 of its bytes, in hexadecimal.
    package borrowing func digest() throws(StorageError) -> String {
        var digest = SHA256()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var offset = 0
        while true {
            let count = try systemCall("read", file.path) {
                unsafe buffer.withUnsafeMutableBytes { unsafe pread(file.raw, $0.baseAddress, $0.count, off_t(offset)) }
            }
            if count == 0 { return SHA256.hexadecimal(digest.finalize()) }
            digest.update(unsafe buffer.span.bytes.extracting(first: count))
            offset += count
        }
    }
}
