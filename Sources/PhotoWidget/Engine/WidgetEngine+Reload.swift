package import FoundationEssentials
package import WidgetTimeline

/// What became of somebody's wish for a new timeline.
package struct ReloadReport: Equatable, Sendable {
    /// Which widget, and which one of its kind.
    package var id: WidgetID
    /// What the schedule says to the wish.
    package var answer: ReloadAnswer
    /// Whether a running daemon does it.
    package var isDaemons: Bool
    /// What is published since; `nil` where the reload is still to come, or failed.
    package var entry: PublishedEntry?
    /// Why the reload that was done brought nothing.
    package var error: WidgetError?
}

extension WidgetEngine {
    /// How long a reload that comes soon is waited for, in seconds.
    package static let reloadPatience: TimeInterval = 2
    /// How long the answer of a provider is waited for that another process asks, in seconds.
    private static let daemonPatience: TimeInterval = 10
    /// The time between two looks at what another process does, in seconds.
    private static let glance: TimeInterval = 0.02

    /// Asks for a new timeline, and sees to it that it comes: what was written before this is in what is published after.
    ///
    /// Where a daemon runs the instance, it is woken and does it; else it is done here. A reload that comes within
    /// ``reloadPatience`` is waited for; a later one is left to the schedule.
    ///
    /// - Parameters:
    ///   - requester: Who asks.
    ///   - clock: What is waited by.
    ///   - wakeDaemon: Tells a daemon to look at its schedule.
    /// - Returns: What the schedule says, and what came of it.
    /// - Throws: ``WidgetError/publish(_:)`` where the schedule cannot be read or written.
    package func reload(
        by requester: ReloadRequester, clock: any WidgetClock, wakeDaemon: () -> Void
    ) throws(WidgetError) -> ReloadReport {
        let isDaemons = try publishing { () throws(PublishError) in try schedule.hasDaemon() }
        let (answer, before, due) = try update(by: isDaemons ? rules : rules.withoutSettling) { _, scheduler in
            let answer = scheduler.request(by: requester, at: now())
            return (answer, scheduler.state.reloads, scheduler.state.waiting?.due)
        }
        var report = ReloadReport(id: id, answer: answer.asSeen(at: now()), isDaemons: isDaemons)
        if isDaemons { wakeDaemon() }
        guard let due, due <= now() + Self.reloadPatience else { return report }
        do throws(WidgetError) {
            report.entry =
                isDaemons
                ? try entryOfDaemon(after: before, due: due, clock: clock)
                : try entryMadeHere(after: before, due: due, clock: clock)
        } catch {
            report.error = error
        }
        return report
    }

    /// Waits until a daemon has asked the provider; `nil` if that takes too long.
    private func entryOfDaemon(
        after count: UInt64, due: Date, clock: any WidgetClock
    ) throws(WidgetError) -> PublishedEntry? {
        _ = clock.wait(until: due)
        for _ in 0..<Int(Self.daemonPatience / Self.glance) {
            let state = try state()
            if state.reloads > count, state.running == nil, state.waiting?.cause.isRequest != true {
                return try current()
            }
            _ = clock.wait(until: clock.now + Self.glance)
        }
        return nil
    }

    /// Does it when it is due; `nil` if another process has begun to.
    private func entryMadeHere(
        after count: UInt64, due: Date, clock: any WidgetClock
    ) throws(WidgetError) -> PublishedEntry? {
        _ = clock.wait(until: due)
        for _ in 0..<Int(Self.reloadPatience / Self.glance) {
            do throws(WidgetError) {
                if let entry = try advance().last { return entry }
                // Another process was faster, and has done it by now.
                return try state().reloads > count ? try current() : nil
            } catch .alreadyRunning {
                _ = clock.wait(until: clock.now + Self.glance)
            } catch {
                throw error
            }
        }
        return nil
    }

    private func current() throws(WidgetError) -> PublishedEntry? {
        try publishing { () throws(PublishError) in try publisher.current(kind: id.kind, instance: id.instance) }
    }
}

extension ReloadAnswer {
    /// A reload that was due already, and that nobody has done, is as good as granted.
    fileprivate func asSeen(at now: Date) -> ReloadAnswer {
        if case .coalesced(let date) = self, date <= now { .granted } else { self }
    }
}
