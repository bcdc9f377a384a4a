internal import Dispatch
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
        let runs = try session.instancesToRun(in: configuration).map { instance in
            let engine = try session.engine(for: instance, in: configuration, start: start, now: now)
            return try InstanceRun(engine, clock: RunClock(now, interruption: interruption))
        }
        let listener = try ReloadListener(
            for: runs.map(\.engine), takesAll: session.runsAll(of: configuration),
            stateDirectory: session.directories.state)
        interruption.onComing { listener.stop() }
        let group = DispatchGroup()
        let wake: @Sendable () -> Void = { for run in runs { run.clock.wake() } }
        DispatchQueue(label: "reloads").async(group: group) { listener.run(wake) }
        DispatchQueue(label: "changes").async(group: group) { listener.runChanges(wake) }
        for run in runs {
            // Each on a thread of its own: one that hangs does not hold up the others.
            DispatchQueue(label: "\(run.engine.id)").async(group: group) {
                InstanceLoop(run.engine, clock: run.clock) { interruption.hasCome }.run(stream.print)
            }
        }
        group.wait()
        try stream.check()
        return .done
    }
}

/// An instance that this process runs.
private final class InstanceRun: Sendable {
    let engine: WidgetEngine
    let clock: RunClock
    /// Held as long as the value lives: no other daemon runs the instance.
    private let lock: FileLock

    init(_ engine: WidgetEngine, clock: RunClock) throws(WidgetError) {
        guard let lock = try engine.daemonLock() else {
            throw .alreadyRunning(kind: engine.id.kind, instance: engine.id.instance)
        }
        self.engine = engine
        self.clock = clock
        self.lock = lock
    }
}
