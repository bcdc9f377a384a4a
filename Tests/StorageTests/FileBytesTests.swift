import Glibc
import Testing

@testable import Storage

@Suite struct FileBytesTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [0, 1, 65_536, 200_001])
    func `a file is read whole, through a link only if told so`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try AtomicFile.replace(at: directory("file"), with: bytes)
        try SymbolicLink.replace(at: directory("link"), with: "file")
        #expect(try FileBytes(path: directory("file")).bytes == bytes)
        #expect(try FileBytes(path: directory("link"), followsLinks: true).bytes == bytes)
        #expect(throws: StorageError.system(operation: "open", path: directory("link"), errno: ELOOP)) {
            try FileBytes(path: directory("link"))
        }
    }

    @Test func `a file over the limit is refused by its length, and what is no file is not waited for`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1, 2, 3])
        #expect(try FileBytes(path: directory("file"), maxBytes: 3).bytes == [1, 2, 3])
        #expect(throws: StorageError.tooLarge(path: directory("file"), limit: 2)) {
            try FileBytes(path: directory("file"), maxBytes: 2)
        }
        #expect(unsafe mkfifo(directory("pipe"), 0o600) == 0)
        #expect(throws: StorageError.notAFile(path: directory("pipe"), isDirectory: false)) {
            try FileBytes(path: directory("pipe"))
        }
    }

    @Test func `a file of the kernel, whose length is told as nothing, is read to its end`() throws {
        #expect(try FileBytes(path: "/proc/self/status").bytes.starts(with: Array("Name:".utf8)))
        #expect(throws: StorageError.tooLarge(path: "/proc/self/status", limit: 10)) {
            try FileBytes(path: "/proc/self/status", maxBytes: 10)
        }
    }

    @Test(arguments: [(mode_t(0o644), true), (0o600, true), (0o664, false), (0o646, false), (0o666, false)])
    func `a file that others may cut is read, one that only its owner writes is mapped`(
        mode: mode_t, isMapped: Bool
    ) throws {
        try AtomicFile.replace(at: directory("file"), with: [1, 2, 3])
        #expect(unsafe chmod(directory("file"), mode) == 0)
        let file = try MappedFile(path: directory("file"))
        #expect(file.isMap == isMapped)
        #expect(unsafe truncate(directory("file"), isMapped ? 3 : 0) == 0)
        #expect(file.copy() == [1, 2, 3])
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to play two users"))
    func `another user's file is read and not mapped`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1])
        #expect(unsafe chown(directory("file"), 65_002, 65_002) == 0)
        #expect(try !MappedFile(path: directory("file")).isMap)
    }
}
