import Testing

@testable import Storage

@Suite struct DirectoryWatchTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `names that are made, renamed and removed are told`() throws {
        let watch = try DirectoryWatch(at: directory.path)
        try AtomicFile.replace(at: directory.path + "/name", with: [1])
        guard case .changed(let names) = try watch.wait(until: .now + .seconds(30)) else {
            Issue.record("nothing was told")
            return
        }
        #expect(names.contains("name"))
        try Directory.removeFile(at: directory.path + "/name")
        #expect(try watch.wait(until: .now + .seconds(30)) == .changed(["name"]))
    }

    @Test func `nothing is told when nothing happens`() throws {
        let watch = try DirectoryWatch(at: directory.path)
        #expect(try watch.wait(until: .now) == .timedOut)
    }

    @Test func `a directory that goes is told`() throws {
        let path = directory.path + "/below"
        try Directory.create(at: path)
        let watch = try DirectoryWatch(at: path)
        try Directory.removeTree(at: path)
        #expect(try watch.wait(until: .now + .seconds(30)) == .lost)
    }

    @Test func `a stop is for ever`() throws {
        let watch = try DirectoryWatch(at: directory.path)
        watch.stop()
        #expect(try watch.wait() == .stopped)
        #expect(try watch.wait() == .stopped)
    }

    @Test func `what is no directory cannot be watched`() throws {
        #expect(throws: StorageError.self) { try DirectoryWatch(at: directory.path + "/missing") }
    }
}
