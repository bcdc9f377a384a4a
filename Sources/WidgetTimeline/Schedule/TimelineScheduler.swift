public import FoundationEssentials

/// Decides when a widget's entries are shown and when its provider is asked; a value that knows no clock.
///
/// The loop around it is always the same:
///
///     for action in scheduler.advance(to: clock.now) {
///         switch action {
///         case .show(let index): publish(entries[index])
///         case .reload: ask the provider, then scheduler.accept(outcome, at: clock.now)
///                       or scheduler.fail(reason, at: clock.now), and begin again
///         }
///     }
///     clock.wait(until: scheduler.next(after: clock.now)?.date ?? .distantFuture)
///
/// Kept on disk (``state``) under a lock, the same decisions hold for a daemon and for runs of cron. The rules:
///
/// - Entry i is shown from its date. After a suspend only the current entry is shown, not those that were missed; if
///   a reload is due as well, the reload goes first, and an entry long over is shown only if that fails.
/// - `.after(d)` reloads at d, `.atEnd` at the last entry's date, `.never` on request; none sooner than the floor
///   after the last, nor beyond the budget.
/// - A request joins a reload that waits already and comes no later. A program's request is subject to the request
///   floor, budget and back-off, a writer's to the first two, a person's only to the request floor.
/// - A failure keeps the last good timeline; tries follow at growing distances.
/// - A clock set back moves the plan with it and asks for a new timeline; one set forward is a suspend.
public struct TimelineScheduler: Hashable, Sendable {
    /// How often the widget may ask its provider.
    public let rules: ReloadRules
    /// What the scheduler remembers; to be kept on disk.
    public private(set) var state: SchedulerState

    /// Makes a scheduler from what an earlier one remembered; without `state`, the first reload is due at once.
    public init(rules: ReloadRules = ReloadRules(), state: SchedulerState = SchedulerState()) {
        self.rules = rules
        self.state = state.repaired
    }

    // MARK: What to do

    /// Says what is to be done now, in this order: at most one entry to show, at most one reload.
    ///
    /// What is returned counts as done (the entry) or begun (the reload); a date that is none is no moment for anything.
    public mutating func advance(to now: Date) -> [ScheduledAction] {
        guard now.isUsable else { return [] }
        observe(now)
        if mustAskFirst { wait(for: .first, from: now) }

        var due: SchedulerState.Waiting?
        if state.running == nil, let waiting = state.waiting, waiting.due <= now { due = waiting }

        var actions: [ScheduledAction] = []
        if let index = unshownIndex(at: now) {
            let isLongOver = now.timeIntervalSince(state.entryDates[index]) > rules.floor
            if due == nil || !isLongOver {
                state.shown = index
                actions.append(.show(index))
            }
        }
        if let due {
            begin(due, at: now)
            actions.append(.reload(due.cause))
        }
        return actions
    }

    /// The next thing to be done, not before `now`; `nil` if there is nothing until somebody asks for a reload.
    public func next(after now: Date) -> ScheduledEvent? {
        let reload: ScheduledEvent? =
            if let running = state.running {
                ScheduledEvent(date: running.since + rules.longestCall, action: .reload(.retry))
            } else if let waiting = state.waiting {
                ScheduledEvent(date: max(waiting.due, now), action: .reload(waiting.cause), hold: waiting.hold)
            } else if mustAskFirst {
                ScheduledEvent(date: now, action: .reload(.first))
            } else {
                nil
            }
        let index = unshownIndex(at: now) ?? (state.entryIndex(at: now) ?? -1) + 1
        guard index > state.shown ?? -1, state.entryDates.indices.contains(index) else { return reload }
        let entry = ScheduledEvent(date: max(state.entryDates[index], now), action: .show(index))
        return if let reload, reload.date < entry.date { reload } else { entry }
    }

    /// The entry that is to be shown now and was not; it then counts as shown.
    public mutating func show(at now: Date) -> Int? {
        guard now.isUsable, let index = unshownIndex(at: now) else { return nil }
        state.shown = index
        return index
    }

    // MARK: Who asks

    /// Begins a reload at once, whatever the schedule says, for a run that a person or cron has started; it is free.
    ///
    /// What waited is served by it too. Tell how it went: `accept` or `fail`.
    public mutating func begin(by requester: ReloadRequester, at now: Date) {
        observe(now)
        begin(SchedulerState.Waiting(cause: requester.cause, due: now), at: now)
    }

    /// A program or a person asks for a new timeline now.
    public mutating func request(by requester: ReloadRequester, at now: Date) -> ReloadAnswer {
        guard now.isUsable else { return .refused(because: .badClock) }
        observe(now)
        let wanted = requester == .person ? now : now + rules.settling
        guard let slot = slot(for: requester.cause, from: wanted) else { return .refused(because: .noBudget) }
        // A millisecond, since a date computed twice may differ in its last bits.
        if let waiting = state.waiting, waiting.due <= slot.due + 0.001 { return .coalesced(with: waiting.due) }
        state.waiting = slot
        return slot.hold.map { .deferred(until: slot.due, because: $0) } ?? .granted
    }

    // MARK: How it went

    /// The provider has answered: its timeline is shown from now on.
    ///
    /// - Returns: What becomes of the reload that the timeline's policy asks for; `nil` for `.never`.
    @discardableResult
    public mutating func accept<Entry>(_ outcome: ProviderOutcome<Entry>, at now: Date) -> ReloadAnswer? {
        observe(now)
        state.entryDates = outcome.timeline.entries.map(\.date)
        state.policy = outcome.timeline.policy
        state.shown = nil
        state.lastSuccess = now
        state.failures = 0
        if state.running == nil { state.lastReload = now }
        state.running = nil
        // What the schedule had planned is fulfilled; what was asked for since the reload began is not.
        if let waiting = state.waiting, waiting.cause == .retry || waiting.cause == .policy { state.waiting = nil }

        let wanted: Date
        switch outcome.timeline.policy {
        case .never: return nil
        case .after(let date): wanted = date + rules.jitter(of: state.reloads)
        case .atEnd: wanted = (state.entryDates.last ?? now) + rules.jitter(of: state.reloads)
        }
        guard let slot = slot(for: .policy, from: wanted) else { return .refused(because: .noBudget) }
        if let asked = state.waiting, asked.due <= slot.due { return .coalesced(with: asked.due) }
        state.waiting = slot
        return slot.hold.map { .deferred(until: slot.due, because: $0) } ?? .granted
    }

    /// The provider has failed: the last good timeline stays, and the next try waits.
    ///
    /// - Parameters:
    ///   - reason: Why, for people; kept in ``SchedulerState/lastFailure``.
    ///   - retryAfter: The seconds for which a server asks to be left alone.
    ///   - now: When the failure was known.
    /// - Returns: When the next try is, and why not sooner.
    @discardableResult
    public mutating func fail(_ reason: String, retryAfter: TimeInterval = 0, at now: Date) -> ReloadAnswer {
        observe(now)
        return recordFailure(reason, retryAfter: retryAfter, at: now)
    }

    private mutating func recordFailure(_ reason: String, retryAfter: TimeInterval, at now: Date) -> ReloadAnswer {
        state.running = nil
        state.failures = min(state.failures + 1, 1_000_000)
        let pause = min(max(rules.backOff(after: state.failures), retryAfter), rules.longestBackOff)
        let retry = now + pause + rules.jitter(of: state.reloads)
        state.lastFailure = SchedulerState.Failure(date: now, reason: reason, retry: retry)
        if let asked = state.waiting, asked.cause.ignoresBackOff { return .coalesced(with: asked.due) }
        state.waiting = slot(for: .retry, from: now)
        return state.waiting.map { .deferred(until: $0.due, because: $0.hold ?? .backOff) }
            ?? .refused(because: .noBudget)
    }

    // MARK: Rules

    /// Whether the provider was never asked.
    private var mustAskFirst: Bool {
        !state.hasTimeline && state.failures == 0 && state.waiting == nil && state.running == nil
    }

    /// The entry that is to be shown at a date and was not; indices only rise within a timeline.
    private func unshownIndex(at now: Date) -> Int? {
        guard let index = state.entryIndex(at: now), index > state.shown ?? -1 else { return nil }
        return index
    }

    /// The earliest date for a reload, not before `wanted`, and what holds it back; `nil` if there never is one.
    private func slot(for cause: ReloadCause, from wanted: Date) -> SchedulerState.Waiting? {
        var slot = SchedulerState.Waiting(cause: cause, due: wanted, hold: state.running.map { _ in .running })
        func hold(_ hold: ReloadHold, until date: Date) {
            if date > slot.due { (slot.due, slot.hold) = (date, state.running == nil ? hold : .running) }
        }
        if let failure = state.lastFailure, state.failures > 0, !cause.ignoresBackOff {
            hold(.backOff, until: failure.retry)
        }
        if let last = state.lastReload {
            hold(.floor, until: last + (cause.isRequest ? rules.requestFloor : rules.floor))
        }
        if let budget = rules.budget, !cause.ignoresBudget {
            guard let date = state.budget.date(for: budget, from: slot.due) else { return nil }
            hold(.budget, until: date)
        }
        return slot
    }

    private mutating func wait(for cause: ReloadCause, from now: Date) {
        guard let slot = slot(for: cause, from: now) else { return }
        if let waiting = state.waiting, waiting.due <= slot.due { return }
        state.waiting = slot
    }

    private mutating func begin(_ waiting: SchedulerState.Waiting, at now: Date) {
        state.waiting = nil
        state.running = SchedulerState.Running(cause: waiting.cause, since: now)
        // The floor is counted from when the reload was due, if it came only a moment late: a loop of one reload
        // each floor would otherwise lose that moment each time.
        let slack = min(1, rules.floor / 10)
        state.lastReload = max(waiting.due, now - slack)
        state.reloads &+= 1
        if let budget = rules.budget, waiting.cause != .person { state.budget.spend(from: budget, at: now) }
    }

    /// Notices a clock that was set back, and a reload whose process died.
    private mutating func observe(_ now: Date) {
        // Runs that share a state may read their clocks out of order by moments; that is no clock set back.
        let tolerance = min(max(rules.floor, 1), 60)
        if let seen = state.lastSeen, now < seen - tolerance {
            state.shift(by: now.timeIntervalSince(seen))
            state.lastSeen = now
            if state.hasTimeline { wait(for: .clock, from: now) }
        } else {
            state.lastSeen = max(state.lastSeen ?? now, now)
        }
        if let running = state.running, now >= running.since + rules.longestCall {
            _ = recordFailure("the reload that began did not end", retryAfter: 0, at: now)
        }
    }
}
