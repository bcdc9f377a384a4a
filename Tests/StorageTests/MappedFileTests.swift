import Glibc
import Storage
import Testing

@Suite struct MappedFileTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [0, 1, 4_095, 4_096, 4_097])
    func `a file's bytes are lent`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try AtomicFile.replace(at: directory("file"), with: bytes)
        #expect(try MappedFile(path: directory("file")).byteCount == count)
        #expect(try contents(of: directory("file")) == bytes)
    }

    @Test func `the old bytes stay mapped when the file is replaced and removed`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1, 2, 3])
        let map = try MappedFile(path: directory("file"))
        try AtomicFile.replace(at: directory("file"), with: [9])
        try Directory.removeFile(at: directory("file"))
        let sum = map.withBytes { bytes in
            (0..<3).reduce(0) { $0 + Int(unsafe bytes.unsafeLoad(fromByteOffset: $1, as: UInt8.self)) }
        }
        #expect(sum == 6)
    }

    @Test func `a link, a directory, a pipe and nothing are errors, and the pipe is not waited for`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1])
        try SymbolicLink.replace(at: directory("link"), with: "file")
        #expect(unsafe mkfifo(directory("pipe"), 0o600) == 0)
        func error(_ path: String) -> StorageError? {
            do {
                _ = try MappedFile(path: path).byteCount
                return nil
            } catch {
                return error
            }
        }
        #expect(error(directory("link")) == .system(operation: "open", path: directory("link"), errno: ELOOP))
        #expect(error(directory.path) == .notAFile(path: directory.path, isDirectory: true))
        #expect(error(directory("pipe")) == .notAFile(path: directory("pipe"), isDirectory: false))
        #expect(error(directory("none"))?.isMissing == true)
    }
}
