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

    @Test func `a port that is taken is told`() throws {
        let state = try ServedState()
        let run = serve("--port", "\(state.server.port)")
        #expect(run.status == .tryLater && run.err.contains("port \(state.server.port)"))
    }
}
