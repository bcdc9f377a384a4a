internal import FoundationEssentials
internal import PhotoWidget

/// `refresh` for ever: an entry every so often, one line of JSON each.
struct RunCommand: Command {
    static let specification = CommandSpecification(
        name: "run", summary: "refresh for ever and print each entry as a line of JSON",
        discussion: """
            Entries come at start + k × every, without drift; after a suspend the current one comes, not those missed.
            SIGTERM and SIGINT end it with status 0.
            """,
        options: [.feed, .picture, .widget, .limits, .network])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let interruption = Interruption()
        let session = try Session(arguments, in: shell)
        let every = try session.every()
        let start = session.now()
        let offset = start.timeIntervalSince(shell.now())
        // `--now` moves the clock of a running program; it does not stop it.
        let now: @Sendable () -> Date = { shell.now() + offset }
        let engine = try session.engine(now: now)
        let grid = EntryGrid(start: start, every: every)
        while !interruption.hasCome {
            let entry = refresh(engine)
            if interruption.hasCome { break }
            try shell.out.print(entry.json.compact)
            engine.finish()
            interruption.wait(until: grid.date(after: now()), now: now)
        }
        return .done
    }

    private func refresh(_ engine: WidgetEngine) -> PublishedEntry {
        do {
            return try engine.refresh()
        } catch {
            return engine.placeholder(because: error)
        }
    }
}
