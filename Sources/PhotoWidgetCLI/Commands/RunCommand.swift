internal import FoundationEssentials
internal import PhotoWidget

/// `refresh` for ever: an entry every so often, one line of JSON each.
struct RunCommand: Command {
    static let specification = CommandSpecification(
        name: "run", summary: "refresh for ever and print each entry as a line of JSON",
        discussion: """
            Runs the instances of the configuration, or the one that --widget, --instance or the feed options name.
            The photo's entries come at start + k × every, without drift; those of other widgets from their own dates.
            After a suspend the current entry comes, not those missed. photowidget reload is heard at once.
            SIGTERM and SIGINT end it with status 0.
            """,
        options: [
            .feed, .picture, .widget, .drawn, OptionGroup(title: "Schedule options", options: [.reloadBudget]), .limits,
            .network,
        ])

    static let runsWidgets = true

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let interruption = Interruption()
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let start = session.now()
        let offset = start.timeIntervalSince(shell.now())
        // `--now` moves the clock of a running program; it does not stop it.
        let now: @Sendable () -> Date = { shell.now() + offset }

        let stream = EntryStream(shell.out, interruption: interruption)
        let instances = try session.instancesToRun(in: configuration)
        let publisher = try session.publisher(in: configuration)
        for id in instances.map(\.id) {
            // What will never be published is told now, and not in every entry.
            try Publisher.check(directory: publisher.directory(kind: id.kind, instance: id.instance))
        }
        try session.tellOfForeignFiles(beside: instances, in: publisher)
        let engines = try instances.map { instance in
            try session.engine(for: instance, in: configuration, start: start, now: now)
        }
        let daemon = try WidgetDaemon(engines, interruption: interruption, now: now)
        let listener = try ReloadListener(
            for: engines, takesAll: session.runsAll(of: configuration), stateDirectory: try session.directories.state)
        daemon.run(hearing: listener, stream.print) { line in
            try? shell.err.print("photowidget: warning: \(VisibleText.line(line))")
        }
        try stream.check()
        return .done
    }
}
