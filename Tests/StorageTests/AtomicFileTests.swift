import FoundationEssentials
import Glibc
import Storage
import Testing

@Suite struct AtomicFileTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [AtomicFile.Durability.none, .published])
    func `a file is written, then replaced, and nothing else is left`(durability: AtomicFile.Durability) throws {
        let path = directory("picture.png")
        try AtomicFile.replace(at: path, with: [1, 2, 3], durability: durability)
        try AtomicFile.replace(at: path, with: [4], durability: durability)
        #expect(try contents(of: path) == [4])
        #expect(try directory.names == ["picture.png"])
    }

    @Test func `modes follow the umask, not mkstemp`() throws {
        try AtomicFile.replace(at: directory("replaced"), with: [])
        _ = try AtomicFile.create(at: directory("created"), with: [UInt8]())
        let plain = unsafe open(directory("plain"), O_CREAT | O_WRONLY, 0o666)
        close(plain)
        #expect(permissions(of: directory("replaced")) == permissions(of: directory("plain")))
        #expect(permissions(of: directory("created")) == permissions(of: directory("plain")))
    }

    @Test(arguments: [AtomicFile.Durability.none, .published])
    func `what is created once is not written again`(durability: AtomicFile.Durability) throws {
        let path = directory("object")
        #expect(try AtomicFile.create(at: path, with: [1, 2], durability: durability) == .created)
        #expect(try AtomicFile.create(at: path, with: [3], durability: durability) == .existed)
        #expect(try contents(of: path) == [1, 2])
        #expect(try directory.names == ["object"])
    }

    @Test func `eight writers of one name leave one whole file`() async throws {
        let path = directory("object")
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let created = try await withThrowingTaskGroup(of: AtomicFile.Creation.self) { group in
            for _ in 0..<8 { group.addTask { try AtomicFile.create(at: path, with: bytes) } }
            return try await group.reduce(0) { $0 + ($1 == .created ? 1 : 0) }
        }
        #expect(created == 1)
        #expect(try contents(of: path) == bytes)
        #expect(try directory.names == ["object"])
    }

    @Test func `a failure names the path and leaves nothing`() throws {
        try Directory.create(at: directory("taken"))
        #expect(throws: StorageError.self) { try AtomicFile.replace(at: directory("taken"), with: [1]) }
        let missing = directory("missing/file")
        let error = #expect(throws: StorageError.self) { try AtomicFile.create(at: missing, with: [1]) }
        #expect(error?.isMissing == true)
        #expect(error?.description.contains("missing") == true)
        #expect(try directory.names == ["taken"])
    }

    @Test func `a file carries its attribute where the file system has any`() throws {
        let path = directory("object")
        let url = "https://live.staticflickr.com/1/2_3_b.jpg"
        _ = try AtomicFile.create(at: path, with: [1], attributes: [FileAttribute.originURL: url])
        let found = FileAttribute.text(FileAttribute.originURL, of: path)
        #expect(found == url || found == nil)
        #expect(FileAttribute.text("user.photowidget.none", of: path) == nil)
    }

    @Test func `old temporary files are swept, young ones and foreign files stay`() throws {
        let names = [".tmp.12.ab", ".tmp.12.ab-wal", ".tmp.x.ab", ".tmp.12.ab.png", "tmp.12.ab", "picture.png"]
        for name in names { try AtomicFile.replace(at: directory(name), with: [1]) }
        let open = try OpenDirectory(path: directory.path)
        #expect(try open.sweepTemporaries(changedBefore: Date(timeIntervalSince1970: 0)) == 0)
        #expect(try open.sweepTemporaries(changedBefore: .distantFuture) == 2)
        #expect(try directory.names == names.dropFirst(2).sorted())
    }
}
