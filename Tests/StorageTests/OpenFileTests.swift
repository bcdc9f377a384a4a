import Testing

@testable import Storage

@Suite struct OpenFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `the digest is that of all bytes, however many`() throws {
        for count in [0, 1, 65_536, 200_001] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try AtomicFile.replace(at: directory("file"), with: bytes)
            let file = try OpenFile(path: directory("file"))
            #expect(file.byteCount == count)
            #expect(try file.digest() == SHA256.hexDigest(of: bytes))
        }
    }

    @Test func `a duplicate outlives the file and its name`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1, 2, 3])
        let copy: Int32
        do {
            let file = try OpenFile(path: directory("file"))
            copy = try file.duplicate()
        }
        try Directory.removeFile(at: directory("file"))
        let descriptor = FileDescriptor(taking: copy, path: "file")
        #expect(try descriptor.status().byteCount == 3)
    }

    @Test func `neither links nor directories are opened`() throws {
        try AtomicFile.replace(at: directory("file"), with: [1])
        try SymbolicLink.replace(at: directory("link"), with: "file")
        for name in ["link", ".", "missing"] {
            #expect(throws: StorageError.self) { _ = try OpenFile(path: directory(name)) }
        }
    }
}
