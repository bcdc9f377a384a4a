public import FoundationEssentials

/// Plays a span of a widget's life on a virtual clock: the same scheduler as in earnest, without the waiting.
///
/// A provider that reads the time must read it from the same clock; by moving the clock it can also play a slow answer.
public struct Simulation: Sendable {
    /// A reload that a program or a person asks for during the span.
    public struct Request: Hashable, Sendable {
        /// When.
        public var date: Date
        /// Who.
        public var requester: ReloadRequester

        /// Makes a request.
        public init(at date: Date, by requester: ReloadRequester) {
            self.date = date
            self.requester = requester
        }
    }

    /// The clock; the span begins at the date that it shows, and it ends up at the span's end.
    public let clock: VirtualClock
    /// How long to play, in seconds, a hundred years at most.
    public let span: TimeInterval
    /// How often the widget may ask its provider.
    public let rules: ReloadRules
    /// The reloads that are asked for during the span, by date; those outside of it are left out.
    public let requests: [Request]
    /// The number of events at which the simulation stops early.
    public let eventLimit: Int

    /// Makes a simulation.
    public init(
        clock: VirtualClock, span: TimeInterval, rules: ReloadRules = ReloadRules(), requests: [Request] = [],
        eventLimit: Int = 100_000
    ) {
        self.clock = clock
        self.span = span > 0 ? min(span, 3_155_760_000) : 0
        self.rules = rules
        self.requests = requests.sorted { $0.date < $1.date }
        self.eventLimit = eventLimit
    }

    /// Plays the span with a provider.
    ///
    /// - Parameters:
    ///   - provider: What is asked; it answers in real time, so it should not wait for anything.
    ///   - context: For what it is asked.
    ///   - session: How it is asked.
    /// - Returns: What happened.
    public func run<Provider: TimelineProvider>(
        _ provider: Provider, in context: TimelineProviderContext, session: TimelineSession = TimelineSession()
    ) -> SimulationReport {
        run { now throws(TimelineError) in try session.timeline(of: provider, in: context, now: now) }
    }

    /// Plays the span; `ask` is called for each reload with the moment of the call.
    public func run<Entry>(
        asking ask: (Date) throws(TimelineError) -> ProviderOutcome<Entry>
    ) -> SimulationReport {
        let start = clock.now
        let end = start + span
        var play = Play(scheduler: TimelineScheduler(rules: rules), report: SimulationReport(start: start, end: end))
        var requests = requests.drop { $0.date < start }

        while clock.now < end, clock.now.isUsable {
            if play.report.events.count >= eventLimit {
                play.report.isTruncated = true
                play.report.end = clock.now
                break
            }
            let hasReloaded = play.act(on: clock, asking: ask)
            if hasReloaded { continue }

            let next = play.scheduler.next(after: clock.now)?.date ?? end
            if let date = requests.first?.date, date < end, date <= next {
                _ = clock.wait(until: date)
                while let request = requests.first, request.date <= clock.now {
                    requests.removeFirst()
                    play.ask(request.requester, at: clock.now)
                }
            } else {
                _ = clock.wait(until: min(next, end))
            }
        }
        return play.finish()
    }
}

/// The state of a simulation that is being played.
private struct Play {
    var scheduler: TimelineScheduler
    var report: SimulationReport
    /// When the current timeline came, and the seconds in which it asks for the next.
    var timeline: (date: Date, interval: TimeInterval)?
    /// The sum behind ``SimulationReport/asked``; its parts are fractions where a reload came early or late.
    var asked = 0.0

    /// Does what is due now; true if the provider was asked.
    mutating func act<Entry>(
        on clock: VirtualClock, asking ask: (Date) throws(TimelineError) -> ProviderOutcome<Entry>
    ) -> Bool {
        var hasReloaded = false
        for action in scheduler.advance(to: clock.now) {
            switch action {
            case .show(let index):
                let date = scheduler.state.entryDates[index]
                report.events.append(SimulationEvent(.entry, at: clock.now, index: index, entryDate: date))
            case .reload(let cause):
                hasReloaded = true
                countAsked(until: clock.now)
                report.events.append(SimulationEvent(.call, at: clock.now, cause: cause))
                do {
                    accept(try ask(clock.now), at: clock.now)
                } catch {
                    let answer = scheduler.fail(error.description, at: clock.now)
                    report.events.append(
                        SimulationEvent(
                            .failure, at: clock.now, cause: .retry, answer: answer, reason: error.description))
                }
            }
        }
        return hasReloaded
    }

    mutating func accept<Entry>(_ outcome: ProviderOutcome<Entry>, at now: Date) {
        for note in outcome.notes {
            report.events.append(SimulationEvent(.note, at: now, reason: note.description))
        }
        let answer = scheduler.accept(outcome, at: now)
        let wanted: Date? =
            switch outcome.timeline.policy {
            case .after(let date): date
            case .atEnd: outcome.timeline.entries.last?.date
            case .never: nil
            }
        report.events.append(SimulationEvent(.reload, at: now, cause: .policy, wanted: wanted, answer: answer))
        timeline = wanted.map { (now, max($0.timeIntervalSince(now), scheduler.rules.floor)) }
    }

    mutating func ask(_ requester: ReloadRequester, at now: Date) {
        let answer = scheduler.request(by: requester, at: now)
        report.events.append(SimulationEvent(.request, at: now, cause: requester.cause, answer: answer))
    }

    private mutating func countAsked(until now: Date) {
        if let timeline { asked += now.timeIntervalSince(timeline.date) / timeline.interval }
        timeline = nil
    }

    mutating func finish() -> SimulationReport {
        countAsked(until: report.end)
        report.asked = Int(asked.rounded())
        return report
    }
}
