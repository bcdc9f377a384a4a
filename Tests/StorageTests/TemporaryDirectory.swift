import FoundationEssentials
import Glibc
import Storage

/// A directory of a test's own, removed when the test ends.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/photowidget-\(UUID().uuidString)"
        try Directory.create(at: path)
    }

    deinit { try? Directory.removeTree(at: path) }

    /// The path of a name in the directory.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in the directory, sorted.
    var names: [String] { get throws { try Directory.entries(of: path).map(\.name).sorted() } }
}

/// The bytes of a file.
func contents(of path: String) throws -> [UInt8] {
    try MappedFile(path: path).withBytes { bytes in
        (0..<bytes.byteCount).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
}

/// The permission bits of a file or a directory.
func permissions(of path: String) -> mode_t {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}
