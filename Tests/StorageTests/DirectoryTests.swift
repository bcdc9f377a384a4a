import Dispatch
import Glibc
import Storage
import Synchronization
import Testing

@Suite struct DirectoryTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `where nothing can be made, that is said`() {
        #expect(throws: StorageError.system(operation: "create directory", path: "/proc/nowhere", errno: ENOENT)) {
            try Directory.create(at: "/proc/nowhere/below")
        }
    }

    @Test func `a tree is made, listed and removed`() throws {
        try Directory.create(at: directory("a/b/c"))
        try Directory.create(at: directory("a/b/c"))
        try AtomicFile.replace(at: directory("a/file"), with: [1])
        try SymbolicLink.replace(at: directory("a/link"), with: "..")
        let kinds = try Directory.entries(of: directory("a")).map { ($0.name, $0.kind) }
        #expect(
            Dictionary(uniqueKeysWithValues: kinds) == ["b": .directory, "file": .file, "link": .symbolicLink])
        try Directory.removeTree(at: directory("a"))
        #expect(try directory.names.isEmpty)
    }

    @Test func `of many that make the same directories at once, none fails`() {
        let faults = Mutex<[StorageError]>([])
        for round in 0..<500 {
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do throws(StorageError) {
                    try Directory.create(at: directory("\(round)/a/b/c/\(number)"))
                } catch {
                    faults.withLock { $0.append(error) }
                }
            }
        }
        #expect(faults.withLock { $0 } == [])
    }

    @Test func `removing a tree removes a link, not what it leads to`() throws {
        try Directory.create(at: directory("kept"))
        try AtomicFile.replace(at: directory("kept/file"), with: [1])
        try Directory.create(at: directory("tree"))
        try SymbolicLink.replace(at: directory("tree/link"), with: directory("kept"))
        try Directory.removeTree(at: directory("tree"))
        #expect(try directory.names == ["kept"])
        #expect(try contents(of: directory("kept/file")) == [1])
    }

    @Test func `what is not there is listed as empty and removed without an error`() throws {
        #expect(try Directory.entries(of: directory("none")).isEmpty)
        #expect(try Directory.removeFile(at: directory("none")) == false)
        #expect(try Directory.removeIfEmpty(at: directory("none")) == false)
        try Directory.removeTree(at: directory("none"))
    }

    @Test func `a directory that is not empty stays`() throws {
        try Directory.create(at: directory("a/b"))
        #expect(try Directory.removeIfEmpty(at: directory("a")) == false)
        #expect(try Directory.removeIfEmpty(at: directory("a/b")))
    }

    @Test(arguments: ["file", "loose"])
    func `a file or a loose link in the place of a directory is an error`(name: String) throws {
        try AtomicFile.replace(at: directory("file"), with: [1])
        try SymbolicLink.replace(at: directory("loose"), with: "nowhere")
        for path in [directory(name), directory("\(name)/below")] {
            let error = #expect(throws: StorageError.self) { try Directory.create(at: path) }
            #expect(error?.isInTheWay == true)
        }
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a"), ("/", "/")])
    func `the parent of a path is the path without its last component`(path: String, parent: String) {
        #expect(Path.parent(of: path) == parent)
    }

    @Test func `a file system tells its free space`() throws {
        #expect(try Directory.freeBytes(at: directory.path) > 0)
        #expect(throws: StorageError.self) { try Directory.freeBytes(at: directory("none")) }
    }
}
