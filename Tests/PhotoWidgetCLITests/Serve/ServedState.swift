import FoundationEssentials
import PhotoWidget
import TestSupport
import WebServer

@testable import PhotoWidgetCLI

/// A state directory with a published photo, and a server that shows it on a port of its own.
final class ServedState {
    let scratch: ScratchDirectory
    let server: HTTPServer
    private static let now = Date(timeIntervalSince1970: 1_796_002_680)

    /// Starts a server; with an address that is not loopback's, it is served as if it listened there.
    init(
        token: String? = nil, address: String = "127.0.0.1", trmnl: Bool = false, isPublished: Bool = true,
        hostNames: [String] = [], storeLimit: Int = 64 << 20
    ) throws {
        scratch = try ScratchDirectory()
        let directories = ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
        let arguments = try Arguments(directories, for: ServeCommand.specification)
        let shell = Shell(
            out: CapturedOutput(), err: CapturedOutput(), environment: ["HOME": "/nowhere"], now: { Self.now })
        let session = try Session(arguments, in: shell)
        let files = PublishedFiles(try session.publisher(in: session.configuration()))
        let token = token.flatMap { AccessToken($0) }
        let rules = AccessRules(address: address, token: token, proxied: hostNames.compactMap { HostName($0) })
        let screen = TRMNLScreen(
            files, showing: WidgetID(kind: "photo"), floor: 900, token: token, guesses: rules.guesses,
            decoder: InProcessDecoder(), now: session.now, log: { _ in })
        let writes = ServeWrites(session, rules: rules, storeLimit: storeLimit)
        server = try HTTPServer(
            address: "127.0.0.1", port: 0,
            handler: ServeRoutes(
                files, rules: rules, others: trmnl ? [writes, screen] : [writes],
                cache: CacheFigures(directory: session.directories.cache) { try session.openCache() },
                now: session.now))
        if isPublished { try publish() }
    }

    deinit { server.stop() }

    /// Publishes a photo of another size than before, so that its set is another.
    @discardableResult
    func publish(_ width: Int = 300) throws -> ProgramRun {
        try scratch.write(try SamplePicture.jpeg(width, 200), to: "saved/\(width).jpg")
        try scratch.write(ListedFeed.json(["\(width).jpg"]), to: "saved/feed\(width).json")
        return run("refresh", "--feed", scratch("saved/feed\(width).json"))
    }

    /// Runs a command on the same directories.
    func run(_ words: String...) -> ProgramRun {
        ProgramRun(words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")])
    }

    /// Asks the server once.
    func ask(_ line: String, _ headers: [String] = [], body: [UInt8]? = nil) throws -> LoopbackClient.Reply {
        try LoopbackClient.ask(line, headers, body: body, port: server.port)
    }

    /// The bytes of a published file.
    func published(_ name: String) throws -> [UInt8]? {
        let current = scratch("state/published/photo/default/current")
        return try MappedFile.contents(ofFile: "\(current)/\(name)")
    }
}
