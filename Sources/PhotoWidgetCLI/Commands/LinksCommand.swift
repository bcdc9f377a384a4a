internal import FoundationEssentials
internal import PhotoWidget

/// Deep links: taken from widgets and desktops, handed to whoever handles their scheme.
struct LinksCommand: Command {
    /// What is done.
    enum Action: String, CaseIterable {
        case open, listen, list, register
    }

    static let specification = CommandSpecification(
        name: "links", summary: "open deep links, and hand them to the apps that handle them",
        operands: "open URL | listen | list | register", operandCount: 1...2,
        discussion: """
            open URL   take a link of a known scheme: its command gets it, else a listener, now or when one starts
            listen     a line of JSON for each link of --scheme; the one before is then acknowledged, the last when the reader
                       ends (SIGTERM, SIGINT, or its end of the pipe closed with everything read)
            list       the known schemes, and the links that wait (at most \(LinkQueue.maxPending) a scheme; more are refused)
            register   make a scheme known, with a desktop entry; --exec takes all that follows it

            A link goes to one listener, once; one that a listener was killed with goes to the next.
            A command is run without a shell; the address is its last word, or stands where a word is %u. Only its status 0
            acknowledges the link.
            """,
        options: [.links])

    let arguments: Arguments
    private let action: Action

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        guard let word = arguments.operands.first, let action = Action(rawValue: word) else {
            throw UsageError.operands(
                command: arguments.command, expected: Self.specification.operands, found: arguments.operands)
        }
        guard arguments.operands.count == (action == .open ? 2 : 1) else {
            throw UsageError.operands(
                command: "\(arguments.command) \(word)", expected: action == .open ? "URL" : "",
                found: Array(arguments.operands.dropFirst()))
        }
        self.action = action
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let queue = LinkQueue(
            stateDirectory: try session.directories.state, handlerFile: session.linkHandlerFile,
            builtIn: try BuiltInSchemes.all(), now: session.now)
        switch action {
        case .open: try open(arguments.operands[1], queue, session)
        case .listen: try listen(queue, session)
        case .list: try list(queue, session)
        case .register: try register(queue, session)
        }
        return .done
    }

    private func scheme() throws -> String {
        guard let name = arguments.string(.scheme) else {
            throw UsageError.missingValue(option: Option.scheme.spelled, expected: "a scheme")
        }
        return name
    }

    private func open(_ url: String, _ queue: LinkQueue, _ session: Session) throws {
        let scheme = try? LinkURL(url).scheme
        try tell(of: try queue.ignoredHandlers().filter { $0.scheme == nil || $0.scheme == scheme }, session)
        let (state, event) =
            switch try queue.open(url) {
            case .queued(let event): ("queued", event)
            case .handled(let event): ("handled", event)
            }
        if arguments.has(.json) {
            try session.shell.out.print(Self.json(event, state: state).compact)
        } else if !arguments.has(.quiet) {
            try session.shell.out.print("\(state) \(event.id) \(event.url.text)")
        }
    }

    /// Says which commands are not run; each is a line.
    private func tell(of ignored: [IgnoredHandler], _ session: Session) throws {
        guard !arguments.has(.quiet) else { return }
        for handler in ignored {
            try session.shell.err.print("photowidget: links: \(VisibleText.line("\(handler)"))")
        }
    }

    private func listen(_ queue: LinkQueue, _ session: Session) throws {
        let listener = try LinkListener(
            queue, scheme: try LinkScheme(try scheme()), stateDirectory: try session.directories.state)
        let interruption = Interruption { listener.stop() }
        let reader = OutputEnd(session.shell)
        while !interruption.hasCome {
            switch try listener.next(reader: reader.descriptor) {
            case .link(let event):
                // A reader that has gone did not get this one; it stays queued.
                try session.shell.out.print(Self.json(event).compact)
            case .readerGone:
                if reader.isDrained { try listener.finish() }
                return
            case .stopped, .timedOut: break
            }
        }
        try listener.finish()
    }

    private func list(_ queue: LinkQueue, _ session: Session) throws {
        let schemes = try queue.schemes()
        let pending = try queue.pending()
        let ignored = try queue.ignoredHandlers()
        try tell(of: ignored, session)
        if arguments.has(.json) {
            let object = JSONText.object([
                ("schemes", .array(schemes.map(Self.json))), ("pending", .array(pending.map { Self.json($0) })),
                ("notTakenOver", .array(ignored.map(Self.json))),
            ])
            try session.shell.out.print(object.pretty)
            return
        }
        var table = Table(["SCHEME", "HOSTS", "COMMAND", "WAITING"])
        for scheme in schemes {
            let count = pending.count { $0.url.scheme == scheme.name }
            table.append([
                scheme.name, scheme.hosts.isEmpty ? "any" : scheme.hosts.joined(separator: ","),
                scheme.handler.joined(separator: " "), "\(count)",
            ])
        }
        for line in table.lines { try session.shell.out.print(line) }
        guard !pending.isEmpty else { return }
        var waiting = Table(["ID", "OPENED", "URL"])
        for event in pending {
            waiting.append(["\(event.id)", DefaultsText.date(event.date), event.url.text])
        }
        for line in [""] + waiting.lines { try session.shell.out.print(line) }
    }

    private func register(_ queue: LinkQueue, _ session: Session) throws {
        let scheme = try LinkScheme(
            try scheme(), hosts: arguments.strings(.linkHost), handler: arguments.strings(.exec))
        let state = try session.directories.state
        // A desktop knows nothing of this command line, and may not know the variable.
        let isElsewhere =
            try Directories.state(environment: session.shell.environment.filter { $0.key != "PHOTOWIDGET_STATE_DIR" })
            != state
        let entry = DesktopEntry(
            scheme: scheme, command: [try Self.program(), "links", "open"],
            options: isElsewhere ? ["--state-dir", state] : [])
        // First the command: a place that is refused for it leaves no entry behind.
        try queue.register(scheme)
        let path = try entry.write(
            toDataDirectory: try Self.dataDirectory(session.shell.environment), isForced: arguments.has(.force))
        if let fault = try TrustedFile.fault(ofDirectory: Path.parent(of: path)) {
            let line = VisibleText.line("\(fault); other users can change what the desktop runs for \(scheme.name)")
            try session.shell.err.print("photowidget: links: \(line)")
        }
        if arguments.has(.json) {
            let object = JSONText.object([
                ("scheme", .string(scheme.name)), ("hosts", .array(scheme.hosts.map(JSONText.string))),
                ("command", .array(scheme.handler.map(JSONText.string))), ("desktopEntry", .string(path)),
            ])
            try session.shell.out.print(object.compact)
        } else if !arguments.has(.quiet) {
            try session.shell.out.write(withPaths: path + "\n")
            try session.shell.err.print(
                "photowidget: to get the links of the desktop too: xdg-mime default \(entry.name) x-scheme-handler/\(scheme.name)"
            )
        }
    }

    /// The absolute path of this program.
    private static func program() throws(StorageError) -> String {
        try SymbolicLink.target(at: "/proc/self/exe") ?? "photowidget"
    }

    /// Where the user's desktop entries are.
    ///
    /// - Source: XDG Base Directory Specification 0.8.
    private static func dataDirectory(_ environment: [String: String]) throws -> String {
        if let path = environment["XDG_DATA_HOME"], Path.isAbsolute(path) { return path }
        guard let home = environment["HOME"], Path.isAbsolute(home) else {
            throw StorageError.noHome(variable: "HOME", value: environment["HOME"])
        }
        return "\(home)/.local/share"
    }

    private static func json(_ event: LinkEvent) -> JSONText { json(event, state: nil) }

    private static func json(_ event: LinkEvent, state: String?) -> JSONText {
        let members: [(key: String, value: JSONText)] = [
            ("id", .integer(event.id)), ("scheme", .string(event.url.scheme)), ("host", JSONText(event.url.host)),
            ("url", .string(event.url.text)), ("date", .string(DefaultsText.date(event.date))),
        ]
        return .object(members + (state.map { [("state", .string($0))] } ?? []))
    }

    private static func json(_ handler: IgnoredHandler) -> JSONText {
        let command: JSONText =
            if case .stored(_, let words) = handler { .array(words.map(JSONText.string)) } else { .null }
        return .object([
            ("scheme", JSONText(handler.scheme)), ("command", command), ("reason", .string("\(handler)")),
        ])
    }

    private static func json(_ scheme: LinkScheme) -> JSONText {
        .object([
            ("scheme", .string(scheme.name)), ("hosts", .array(scheme.hosts.map(JSONText.string))),
            ("command", .array(scheme.handler.map(JSONText.string))),
        ])
    }
}
