import Glibc
import TestSupport
import Testing
import WebServer

@testable import PhotoWidgetCLI

@Suite struct ServeCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func serve(_ words: String..., environment: [String: String] = [:]) -> ProgramRun {
        ProgramRun(
            ["serve", "--state-dir", scratch("state"), "--cache-dir", scratch("cache")] + words,
            environment: ["HOME": "/nowhere"].merging(environment) { $1 })
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func `an address beyond loopback needs a token`(address: String) {
        let run = serve("--listen", address)
        #expect(run.status == .usage && run.err.contains("--token-file"))
    }

    @Test(arguments: [
        ["--port", "65536"], ["--port", "x"], ["--listen", "localhost"], ["--trmnl-widget", "../x"],
        ["--host-name", "photos.example.org:80"], ["--host-name", "https://photos.example.org"], ["--host-name", ""],
        ["--host-name", "*"],
    ])
    func `a wrong option is named`(words: [String]) {
        let run = serve(words[0], words[1])
        #expect(run.status == .usage && run.out.isEmpty)
    }

    @Test func `a token that is none is named, and not shown`() throws {
        try scratch.write(Array("ge heim\n".utf8), to: "token")
        #expect(serve("--token-file", scratch("token")).status == .usage)
        #expect(serve("--token-file", scratch("missing")).status == .noInput)
        let run = serve(environment: ["PHOTOWIDGET_TOKEN": "ge heim"])
        #expect(run.status == .usage && !run.err.contains("ge heim") && run.err.contains("PHOTOWIDGET_TOKEN"))
    }

    private func setMode(_ mode: UInt32, of path: String) throws {
        let result = unsafe chmod(path, mode)
        try #require(result == 0)
    }

    private func write(_ text: String, mode: UInt32, to name: String) throws -> String {
        try scratch.write(Array(text.utf8), to: name)
        try setMode(mode, of: scratch(name))
        return scratch(name)
    }

    /// A serve that would start, were its port not taken.
    private func serveTaken(_ words: [String], environment: [String: String] = [:]) throws -> ProgramRun {
        let state = try ServedState()
        return ProgramRun(
            ["serve", "--state-dir", scratch("state"), "--port", "\(state.server.port)"] + words,
            environment: ["HOME": "/nowhere"].merging(environment) { $1 })
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o666, 0o660, 0o620, 0o777])
    func `a token's file that others can read is refused, with what helps`(mode: UInt32) throws {
        try setMode(0o755, of: scratch.path)
        let path = try write("0123456789abcdef\n", mode: mode, to: "token")
        // Root's group is root.
        let isOpen = mode & 0o007 != 0 || getgid() != 0
        let run = try serveTaken(["--token-file", path])
        #expect(run.status == (isOpen ? .badConfiguration : .tryLater))
        #expect(!isOpen || run.err.contains("chmod 600 \(path)"))
        let doctor = ProgramRun(["doctor", "--offline", "--state-dir", scratch("state"), "--token-file", path])
        #expect(!isOpen || doctor.out.contains("chmod 600 \(path)"))
    }

    @Test func `a mode that only a closed directory makes up for is told`() throws {
        try setMode(0o700, of: scratch.path)
        let path = try write("0123456789abcdef\n", mode: 0o644, to: "token")
        let run = try serveTaken(["--token-file", path])
        #expect(run.status == .tryLater && run.err.contains("warning: \(path) has mode 0644"))
        #expect(try serveTaken(["--token-file", path, "--quiet"]).err.contains("warning") == false)
    }

    @Test(arguments: [0o600, 0o400])
    func `a token's file of this user's alone is taken without a word`(mode: UInt32) throws {
        let path = try write("0123456789abcdef\n", mode: mode, to: "token")
        let run = try serveTaken(["--token-file", path])
        #expect(run.status == .tryLater && !run.err.contains("warning"))
    }

    @Test func `a token of another user's file is refused`() throws {
        guard geteuid() == 0 else { return }
        let path = try write("0123456789abcdef\n", mode: 0o600, to: "token")
        let result = unsafe chown(path, 12_345, 12_345)
        #expect(result == 0)
        let run = try serveTaken(["--token-file", path])
        #expect(run.status == .badConfiguration && run.err.contains("user 12345"))
    }

    @Test func `a short token works, and is told, however it is given`() throws {
        let path = try write("0123456789abcde\n", mode: 0o600, to: "token")
        for run in [
            try serveTaken(["--token-file", path]), try serveTaken(["--token", "0123456789abcde"]),
            try serveTaken([], environment: ["PHOTOWIDGET_TOKEN": "0123456789abcde"]),
        ] {
            #expect(run.status == .tryLater && run.err.contains("the token has 15 characters"))
            #expect(!run.err.contains("0123456789abcde"))
        }
        #expect(try !serveTaken(["--token", "0123456789abcdef"]).err.contains("characters"))
        let doctor = ProgramRun(["doctor", "--offline", "--state-dir", scratch("state"), "--token-file", path])
        #expect(doctor.out.contains("the token has 15 characters"))
    }

    @Test func `a port that is taken is told`() throws {
        let state = try ServedState()
        let run = serve("--port", "\(state.server.port)")
        #expect(run.status == .tryLater && run.err.contains("port \(state.server.port)"))
    }
}
