import Storage
import Testing

@Suite struct SymbolicLinkTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [AtomicFile.Durability.none, .published])
    func `a link is made, then swapped, and nothing else is left`(durability: AtomicFile.Durability) throws {
        let path = directory("current")
        #expect(try SymbolicLink.target(at: path) == nil)
        try SymbolicLink.replace(at: path, with: "first", durability: durability)
        #expect(try SymbolicLink.target(at: path) == "first")
        try SymbolicLink.replace(at: path, with: "second", durability: durability)
        #expect(try SymbolicLink.target(at: path) == "second")
        #expect(try directory.names == ["current"])
    }

    @Test func `a directory in the place of the link is an error and stays`() throws {
        try Directory.create(at: directory("current"))
        #expect(throws: StorageError.self) { try SymbolicLink.replace(at: directory("current"), with: "first") }
        #expect(try directory.names == ["current"])
        #expect(throws: StorageError.self) { try SymbolicLink.target(at: directory("current")) }
    }
}
