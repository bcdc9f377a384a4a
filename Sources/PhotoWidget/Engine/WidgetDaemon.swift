internal import Dispatch
package import FoundationEssentials
internal import Storage

/// Runs instances of widgets side by side until the program is asked to end, and hears what reloads them.
package final class WidgetDaemon: Sendable {
    private let runs: [InstanceRun]
    private let interruption: Interruption

    /// Takes over some instances, which no other daemon may be running.
    ///
    /// - Parameters:
    ///   - engines: The instances.
    ///   - interruption: What ends them.
    ///   - now: The clock.
    /// - Throws: ``WidgetError/alreadyRunning(kind:instance:)``, or why their schedules cannot be used.
    package init(
        _ engines: [WidgetEngine], interruption: Interruption, now: @escaping @Sendable () -> Date
    ) throws(WidgetError) {
        self.interruption = interruption
        runs = try engines.map { (engine) throws(WidgetError) in
            try InstanceRun(engine, clock: RunClock(now, interruption: interruption))
        }
    }

    /// Runs the instances until the end, and hands over, on any thread, every entry when it is published, and whatever
    /// goes wrong beside that, as a line.
    package func run(
        hearing listener: ReloadListener, _ show: @escaping @Sendable (PublishedEntry) -> Void,
        warn: @escaping @Sendable (String) -> Void
    ) {
        let interruption = interruption
        interruption.onComing { listener.stop() }
        let group = DispatchGroup()
        let wake: @Sendable () -> Void = { [runs] in for run in runs { run.clock.wake() } }
        DispatchQueue(label: "reloads").async(group: group) { listener.run(wake) }
        DispatchQueue(label: "changes").async(group: group) { listener.runChanges(wake) }
        for run in runs {
            // Each on a thread of its own: one that hangs does not hold up the others.
            DispatchQueue(label: "\(run.engine.id)").async(group: group) {
                InstanceLoop(run.engine, clock: run.clock) { interruption.hasCome }.run(show) { failure in
                    warn("\(run.engine.id) is not drawn: \(failure)")
                }
            }
        }
        group.wait()
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
