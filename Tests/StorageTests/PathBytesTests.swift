import Glibc
import Storage
import Testing

@Suite struct PathBytesTests {
    @Test(
        arguments: [
            [0x63, 0x61, 0x66, 0xE9],  // Latin-1
            [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],  // cut short
            [0xC0, 0xAF], [0xE0, 0x80, 0xAF],  // overlong: no slash comes of it
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],  // a surrogate; beyond Unicode
            [0xEE, 0xBE, 0x80], [0xEE, 0xBF, 0xBF], [0xEE, 0xBE, 0xA9, 0xE9],  // the carriers themselves
            [0xEC, 0x95, 0x88, 0xE9, 0x2F, 0x65, 0xCC, 0x81],
            [],
        ] as [[UInt8]])
    func `a name's bytes are found again exactly`(bytes: [UInt8]) {
        let text = Path.text(of: bytes)
        #expect(Path.bytes(of: text) == bytes)
        #expect(text.utf8.filter { $0 == 0x2F }.count == bytes.filter { $0 == 0x2F }.count)
    }

    @Test func `every pair of bytes is found again`() {
        for first in UInt8(1)...255 {
            for second in UInt8(1)...255 {
                let bytes = [first, second]
                #expect(Path.bytes(of: Path.text(of: bytes)) == bytes)
            }
        }
    }

    @Test func `text in UTF-8 is carried as it is`() {
        for text in ["/home/안녕/é", "plain", "e\u{301}", "\u{E000}\u{F8FF}"] {
            #expect(Path.text(of: Array(text.utf8)).unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(!Path.carriesBytes(text))
        }
        #expect(Path.carriesBytes(Path.text(of: [0xE9])))
    }

    @Test func `files and folders are made, listed, linked and removed under their bytes`() throws {
        let directory = try TemporaryDirectory()
        let folder = directory(Path.text(of: [0x63, 0xE9]))
        let file = "\(folder)/\(Path.text(of: [0xFF, 0x2E, 0x6A]))"
        try Directory.create(at: folder)
        try AtomicFile.replace(at: file, with: [7], durability: .published)
        #expect(try AtomicFile.create(at: file, with: [8]) == .existed)
        try SymbolicLink.replace(at: "\(folder)/link", with: file)
        #expect(try SymbolicLink.target(at: "\(folder)/link") == file)
        #expect(try Directory.entries(of: folder).map(\.name).sorted() == ["link", Path.name(of: file)])
        #expect(try contents(of: file) == [7])
        // The system's own view: the name has one byte, not the three of its character.
        let raw: [CChar] = Path.bytes(of: folder).map { CChar(bitPattern: $0) } + [0]
        #expect(unsafe access(raw, F_OK) == 0)
        try Directory.removeTree(at: folder)
        #expect(try directory.names == [])
    }

    @Test func `a database lies under the bytes of its name`() throws {
        let directory = try TemporaryDirectory()
        let path = directory(Path.text(of: [0xE9, 0x2E, 0x64, 0x62]))
        _ = try Database.open(
            path: path, schema: DatabaseSchema(applicationID: 7, migrations: ["CREATE TABLE t(x)"]))
        #expect(try directory.names.contains(Path.name(of: path)))
    }

    @Test func `a path with a NUL inside names no file`() throws {
        #expect(try FileStatus.of("/tmp\u{0}/x") == nil)
        #expect(throws: StorageError.system(operation: "create directory", path: "/tmp\u{0}x", errno: ENOENT)) {
            try Directory.create(at: "/tmp\u{0}x")
        }
    }
}
