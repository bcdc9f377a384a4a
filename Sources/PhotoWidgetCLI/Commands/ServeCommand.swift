internal import Dispatch
internal import FoundationEssentials
internal import PhotoWidget
internal import WebServer

/// A page and an HTTP API for what is published.
struct ServeCommand: Command {
    static let specification = CommandSpecification(
        name: "serve", summary: "show what is published on a web page, and to programs by HTTP",
        discussion: """
            The first line on standard output says where the page is. SIGTERM and SIGINT end it with status 0.

            /                                   every published widget, live
            /widgets/KIND/INSTANCE/FILE         entry.json, thumbnail.png, thumbnail.pam, widget.png, hits.json, …
            /widgets.json                       what the page shows
            /metrics                            for Prometheus
            PUT /groups/GROUP/KEY               write a value; ?type=TYPE, else by Content-Type; ?reload=KIND
            POST /reload/KIND                   ask for a new timeline
            /api/setup, /api/display, /api/log  for TRMNL's devices, with --trmnl

            Writing needs the token, as Authorization: Bearer TOKEN. The token is the first line of --token-file, which other
            users must not be able to read, else $PHOTOWIDGET_TOKEN; on the command line every user of this machine can
            read it. It has 16 characters at least. An address other than loopback needs a token too, and then reading
            does as well (in a browser: as the password of any user).
            """,
        options: [
            OptionGroup(
                title: "Server options",
                options: [
                    .listen, .port, .hostName, .token, .tokenFile, .storeLimit, .trmnl, .trmnlWidget, .trmnlFloor,
                ]),
            .feed, .picture, .limits, .network,
        ])

    static let runsWidgets = true

    private let arguments: Arguments
    private let address: String
    private let port: Int
    private let floor: TimeInterval
    private let storeLimit: Int
    private let hostNames: [HostName]
    private let screenWidget: WidgetID

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        address = arguments.string(.listen) ?? "127.0.0.1"
        port = try arguments.count(.port, in: 0...65_535) ?? 8787
        floor = try arguments.seconds(.trmnlFloor) ?? 900
        storeLimit = try arguments.quantity(.storeLimit) ?? 64 << 20
        hostNames = try arguments.strings(.hostName).map { text in
            guard let name = HostName(text) else {
                throw UsageError.badValue(
                    option: Option.hostName.spelled, value: text,
                    expected: "a name without port, as photos.example.org")
            }
            return name
        }
        screenWidget =
            try arguments.value(.trmnlWidget, expected: "a kind, or KIND/INSTANCE") { text in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                guard (1...2).contains(parts.count), parts.allSatisfy(FileName.isValid) else { return nil }
                return parts.count == 1 ? WidgetID(kind: parts[0]) : WidgetID(kind: parts[0], instance: parts[1])
            } ?? WidgetID(kind: WidgetEngine.photoKind)
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let found = try ServeToken(arguments, environment: shell.environment)
        for warning in found?.warnings ?? [] where !arguments.has(.quiet) {
            try shell.err.print("photowidget: warning: \(VisibleText.line(warning))")
        }
        let token = found?.token
        guard token != nil || AccessRules.isLoopback(address) else {
            throw UsageError.badValue(
                option: Option.listen.spelled, value: address,
                expected: "127.0.0.1 or ::1: another address needs --token-file FILE too")
        }
        let end = DispatchSemaphore(value: 0)
        let interruption = Interruption { end.signal() }
        let server = try HTTPServer(
            address: address, port: port, handler: try routes(session, token: token))
        try shell.out.print(arguments.has(.json) ? description(of: server).compact : server.url)
        while !interruption.hasCome { end.wait() }
        server.stop()
        return .done
    }

    private func routes(_ session: Session, token: AccessToken?) throws -> ServeRoutes {
        let files = PublishedFiles(try session.publisher(in: try session.configuration()))
        let rules = AccessRules(address: address, token: token, proxied: hostNames)
        var others: [any ServeAddresses] = [ServeWrites(session, rules: rules, storeLimit: storeLimit)]
        if arguments.has(.trmnl) {
            others.append(
                TRMNLScreen(
                    files, showing: screenWidget, floor: floor, token: token, guesses: rules.guesses,
                    decoder: arguments.decoder, now: session.now,
                    // What a device says is no reason to stop.
                    log: { try? session.note($0) }))
        }
        // Where no cache can be found there are no figures of one, and the rest is served.
        let figures = (try? session.directories.cache).map { directory in
            CacheFigures(directory: directory) { try session.openCache() }
        }
        return ServeRoutes(files, rules: rules, others: others, cache: figures, now: session.now)
    }

    private func description(of server: HTTPServer) -> JSONText {
        .object([
            ("url", .string(server.url)), ("address", .string(server.address)), ("port", .integer(server.port)),
        ])
    }
}
