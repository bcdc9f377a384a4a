import Glibc
import Storage
import Testing

@Suite struct OpenDirectoryTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `what is removed and renamed in an open directory is in that directory, whatever has its name now`()
        throws
    {
        try Directory.create(at: directory("place"))
        try AtomicFile.replace(at: directory("place/file"), with: [1])
        try Directory.create(at: directory("precious"))
        try AtomicFile.replace(at: directory("precious/file"), with: [2])
        let open = try OpenDirectory(path: directory("place"))
        try Directory.rename(directory("place"), to: directory("moved"))
        try SymbolicLink.replace(at: directory("place"), with: "precious")
        try open.rename("file", to: "other")
        try open.removeFile("other")
        #expect(try contents(of: directory("precious/file")) == [2])
        #expect(try Directory.entries(of: directory("moved")).isEmpty)
    }

    @Test(arguments: ["link", "file"])
    func `below an open directory neither a link nor a file is entered`(name: String) throws {
        try Directory.create(at: directory("elsewhere"))
        try SymbolicLink.replace(at: directory("link"), with: "elsewhere")
        try AtomicFile.replace(at: directory("file"), with: [1])
        let open = try OpenDirectory(path: directory.path)
        for creates in [false, true] {
            #expect(throws: StorageError.system(operation: "open", path: directory(name), errno: ENOTDIR)) {
                try open.trustedDirectory([name, "below"], creates: creates).path
            }
        }
        #expect(try Directory.entries(of: directory("elsewhere")).isEmpty)
    }

    @Test(arguments: ["", ".", "..", "a/b", "../a", "a\0b"])
    func `a name that is a path is none`(name: String) throws {
        let open = try OpenDirectory(path: directory.path)
        #expect(throws: StorageError.self) { try open.trustedDirectory(name, creates: true).path }
        #expect(try directory.names.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to play two users"))
    func `a directory that another user made is refused, and one that is open to all`() throws {
        try Directory.create(at: directory("theirs"))
        #expect(unsafe chown(directory("theirs"), 65_002, 65_002) == 0)
        try Directory.create(at: directory("open"))
        #expect(unsafe chmod(directory("open"), 0o777) == 0)
        let open = try OpenDirectory(path: directory.path)
        #expect(throws: StorageError.foreign(path: directory("theirs"), owner: 65_002)) {
            try open.trustedDirectory("theirs", creates: true).path
        }
        #expect(throws: StorageError.foreign(path: directory("open"), owner: 0)) {
            try open.trustedDirectory("open", creates: true).path
        }
        // Root that works in another user's place works in what is that user's.
        #expect(unsafe chown(directory.path, 65_002, 65_002) == 0)
        #expect(
            try OpenDirectory(path: directory.path).trustedDirectory("theirs", creates: false).path
                == directory("theirs"))
    }

    @Test func `a path through links leads to one place, also one that is yet to be made`() throws {
        try Directory.create(at: directory("real/below"))
        try SymbolicLink.replace(at: directory("link"), with: "real")
        try SymbolicLink.replace(at: directory("absolute"), with: directory("link"))
        try SymbolicLink.replace(at: directory("loose"), with: "real/new")
        for path in ["link/new", "absolute/new", "real/below/../new", "./real//new", "loose"] {
            let place = try NamedPlace(directory(path))
            #expect(place.name == "new")
            #expect(place.status == nil)
            #expect(DirectoryIdentity(of: directory(path)) == DirectoryIdentity(of: directory("real/new")))
        }
        #expect(DirectoryIdentity(of: directory("real/new/../x")) == DirectoryIdentity(of: directory("link/x/")))
        #expect(DirectoryIdentity(of: directory("real")) != DirectoryIdentity(of: directory("real/below")))
        #expect(try NamedPlace("/").name == ".")
    }

    @Test func `links in a circle are an error`() throws {
        try SymbolicLink.replace(at: directory("a"), with: "b")
        try SymbolicLink.replace(at: directory("b"), with: "a")
        #expect(throws: StorageError.system(operation: "open", path: directory("a"), errno: ELOOP)) {
            try NamedPlace(directory("a")).name
        }
    }

    /// A link of another user: as the last name, on the way, and behind a link of our own.
    @Test(
        .enabled(if: geteuid() == 0, "needs root, to play two users"),
        arguments: ["theirs", "theirs/file", "ours/file"])
    func `a link that another user put where all may write is refused, wherever it is on the way`(path: String) throws {
        try Directory.create(at: directory("real"))
        try SymbolicLink.replace(at: directory("theirs"), with: "real")
        #expect(unsafe lchown(directory("theirs"), 65_002, 65_002) == 0)
        try SymbolicLink.replace(at: directory("ours"), with: "theirs")
        #expect(try NamedPlace(directory(path)).status?.kind != .symbolicLink, "a private directory is ours to link in")
        for mode: mode_t in [0o1777, 0o777] {
            #expect(unsafe chmod(directory.path, mode) == 0)
            #expect(throws: StorageError.foreignLink(path: directory("theirs"), owner: 65_002)) {
                try NamedPlace(directory(path)).name
            }
            #expect(throws: StorageError.foreignLink(path: directory("theirs"), owner: 65_002)) {
                try OpenDirectory(named: directory(path), creates: true).path
            }
            #expect(throws: StorageError.foreignLink(path: directory("theirs"), owner: 65_002)) {
                try Directory.create(at: directory(path))
            }
        }
        #expect(try Directory.entries(of: directory("real")).isEmpty)
    }

    @Test func `an open file of the process is written through its descriptor`() throws {
        let file = unsafe open(directory("file"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        #expect(file >= 0)
        defer { close(file) }
        #expect(unsafe write(file, [1], 1) == 1)
        try NamedPlace("/proc/self/fd/\(file)").write([2, 3])
        try NamedPlace("/dev/fd/\(file)").write([4])
        #expect(try contents(of: directory("file")) == [1, 2, 3, 4])
        try NamedPlace("/dev/null").write([1])
    }
}
