import Testing

@testable import Storage

@Suite struct DirectoryWatchTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Whether a name is told; others may come before it: a file counts as closed once every child that another test
    /// is just starting has let go of it too.
    private func tells(_ watch: borrowing DirectoryWatch, _ name: String) throws -> Bool {
        while case .changed(let names) = try watch.wait(until: .now + .seconds(30)) {
            if names.contains(name) { return true }
        }
        return false
    }

    @Test func `names that are made, renamed and removed are told`() throws {
        let watch = try DirectoryWatch(at: directory.path)
        try AtomicFile.replace(at: directory.path + "/name", with: [1])
        #expect(try tells(watch, "name"))
        try Directory.removeFile(at: directory.path + "/name")
        #expect(try tells(watch, "name"))
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
