internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

extension Session {
    /// Asks for new timelines of every instance of some kinds, or of all kinds that anybody has shown or configured.
    ///
    /// What was written to the shared store before this call is in what is published after it, wherever a report has an
    /// entry.
    func reload(kinds: [String]?, by requester: ReloadRequester) throws -> [ReloadReport] {
        let configuration = try configuration()
        for kind in kinds ?? [] { _ = try widget(kind) }
        let instances = try (kinds ?? widgets().map(\.kind)).flatMap { kind in
            try self.instances(of: kind, in: configuration).filter { instance in
                try kinds != nil || isUsed(instance.id, in: configuration)
            }
        }
        let clock = WallClock(now)
        let state = try directories.state
        return try instances.map { instance in
            let engine = try engine(for: instance, in: configuration)
            let report = try engine.reload(by: requester, clock: clock) {
                // A daemon that is not woken does it when it wakes by itself.
                try? ReloadRequests.wake(stateDirectory: state)
            }
            if report.entry != nil, !report.isDaemons { engine.finish() }
            return report
        }
    }

    /// Whether the configuration has an instance, or it was ever run.
    private func isUsed(_ id: WidgetID, in configuration: ConfigurationFile) throws -> Bool {
        if configuration.instance(id) != nil { return true }
        return try ScheduleStore.instances(of: id.kind, stateDirectory: try directories.state).contains(id)
    }

    /// The engine of an instance on a virtual clock, which fetches nothing.
    func simulatedEngine(
        for instance: WidgetInstance, in configuration: ConfigurationFile, _ clock: VirtualClock, entryCount: Int
    ) throws -> WidgetEngine {
        let timetable = PhotoTimetable(every: instance.every ?? 180, entryCount: entryCount) { clock.now }
        let photo = StaticWidgetProvider(timetable) { _ in EmptyView() }
        return WidgetEngine(
            try widget(instance.id.kind, photo: photo, now: { clock.now }), instance: instance,
            stateDirectory: try directories.state, rules: rules(of: instance), now: { clock.now })
    }
}

/// The wall clock of a command that ends by itself.
struct WallClock: WidgetClock {
    private let clock: @Sendable () -> Date

    /// Makes a clock that shows what `now` says.
    init(_ now: @escaping @Sendable () -> Date) { clock = now }

    var now: Date { clock() }

    /// Sleeps; a clock that stands still, as that of `--now`, is not waited for longer than the time asked for.
    func wait(until date: Date) -> ClockWait {
        let rest = date.timeIntervalSince(now)
        if rest > 0 { usleep(UInt32(min(rest, 60) * 1e6) + 1) }
        return .reached
    }
}
