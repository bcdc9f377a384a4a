import Glibc
import Storage
import Testing

@Suite struct TrustedFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var path: String { directory("place/file") }

    @Test func `a file of this user's alone is read as it was written`() throws {
        #expect(try TrustedFile.read(path, maxBytes: 10) == .missing)
        #expect(try TrustedFile.replace(path, with: [1, 2, 3]) == nil)
        #expect(try TrustedFile.read(path, maxBytes: 10) == .bytes([1, 2, 3]))
        #expect(permissions(of: path) == 0o600 && permissions(of: directory("place")) == 0o700)
    }

    @Test(arguments: [0o620, 0o602, 0o640, 0o604, 0o610, 0o660, 0o666, 0o777] as [mode_t])
    func `a file that others may use is not trusted`(mode: mode_t) throws {
        #expect(try TrustedFile.replace(path, with: [1]) == nil)
        #expect(unsafe chmod(path, mode) == 0)
        let fault = TrustedFile.Fault(path: path, reason: "has the mode \(String(mode, radix: 8)): chmod 600")
        #expect(try TrustedFile.read(path, maxBytes: 10) == .untrusted(fault))
    }

    @Test func `a link, a pipe, a directory, a second name and too many bytes are not trusted`() throws {
        #expect(try TrustedFile.replace(path, with: [1, 2]) == nil)
        try SymbolicLink.replace(at: directory("place/link"), with: "file")
        #expect(unsafe mkfifo(directory("place/pipe"), 0o600) == 0)
        try Directory.create(at: directory("place/directory"))
        for name in ["link", "pipe", "directory"] {
            guard case .untrusted = try TrustedFile.read(directory("place/\(name)"), maxBytes: 10) else {
                Issue.record("\(name) is trusted")
                continue
            }
        }
        guard case .untrusted = try TrustedFile.read(path, maxBytes: 1) else {
            Issue.record("a file beyond the limit is read")
            return
        }
        #expect(try Directory.link(path, to: directory("place/second")))
        let fault = TrustedFile.Fault(path: path, reason: "has a second name")
        #expect(try TrustedFile.read(path, maxBytes: 10) == .untrusted(fault))
    }

    @Test(arguments: [0o770, 0o702, 0o2770, 0o1777, 0o777] as [mode_t])
    func `a directory that others may write to is not trusted, nor what is below it`(mode: mode_t) throws {
        let deep = directory("place/a/b/file")
        #expect(try TrustedFile.replace(deep, with: [1]) == nil)
        #expect(unsafe chmod(directory("place/a"), mode) == 0)
        let isSticky = mode & S_ISVTX != 0
        // What is in a sticky directory belongs to its owner, who is this user.
        #expect((try TrustedFile.read(deep, maxBytes: 10) == .bytes([1])) == isSticky)
        #expect((try TrustedFile.replace(deep, with: [2]) == nil) == isSticky)
        #expect(unsafe chmod(directory("place/a/b"), mode) == 0)
        #expect(try TrustedFile.fault(ofDirectory: directory("place/a/b"))?.path != nil)
    }

    @Test func `a link on the way leads on, and what it leads to is judged`() throws {
        #expect(try TrustedFile.replace(directory("real/file"), with: [1]) == nil)
        try Directory.create(at: directory("place"))
        try SymbolicLink.replace(at: directory("place/link"), with: "../real")
        #expect(try TrustedFile.read(directory("place/link/file"), maxBytes: 10) == .bytes([1]))
        #expect(unsafe chmod(directory("real"), 0o777) == 0)
        guard case .untrusted(let fault) = try TrustedFile.read(directory("place/link/file"), maxBytes: 10) else {
            Issue.record("the directory behind the link was not looked at")
            return
        }
        #expect(fault.reason.contains("mode 777"))
    }

    @Test func `links that lead in a circle end`() throws {
        try SymbolicLink.replace(at: directory("one"), with: "two")
        try SymbolicLink.replace(at: directory("two"), with: "one")
        #expect(throws: StorageError.self) { try TrustedFile.fault(ofDirectory: directory("one/x")) }
    }
}
