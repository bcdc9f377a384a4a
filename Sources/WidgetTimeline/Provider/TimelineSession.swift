internal import Dispatch
public import FoundationEssentials
internal import Synchronization

/// Asks a provider once, with a deadline, and makes of every answer a defined result.
///
/// | the provider | the result |
/// |---|---|
/// | answers before its method returns | its answer, however long the method took |
/// | answers from another thread within the deadline | its answer |
/// | answers more than once | the first answer, and a note |
/// | answers after the deadline | ``TimelineError/noAnswer(after:)``; the answer is ignored, also by later sessions |
/// | throws its completion away | ``TimelineError/answerDropped``, at once |
/// | never answers | ``TimelineError/noAnswer(after:)`` |
/// | is still inside a call that was left behind | ``TimelineError/stillBusy``, at once |
/// | hands over entries unsorted, past, of one date | put right, with a note: ``ProviderOutcome`` |
///
/// The methods are called on the thread of the caller and return there: a provider that blocks is not interrupted, so
/// it must keep deadlines of its own for what it does itself. With `callsElsewhere` they are called on a thread of their
/// own, and one that blocks is left behind at the deadline; until it returns it is not called again
/// (``TimelineError/stillBusy``), so that one that blocks for ever holds one thread and no more. Not to be called from `async` code: the thread waits. Nor
/// from the main thread, if a provider may answer by way of the main queue or the main actor: they would wait for it.
public struct TimelineSession: Sendable {
    /// How long to wait for an answer, in seconds: after the provider's method has returned, or with `callsElsewhere`
    /// after it was called.
    public let deadline: TimeInterval
    /// Whether providers are called on a thread of their own.
    public let callsElsewhere: Bool
    private let makeWaiter: @Sendable () -> any AnswerWaiter
    // Shared by the session's copies.
    private let leftBehind = LeftBehind()

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - deadline: In seconds, at least 0; 30 by default.
    ///   - callsElsewhere: Whether providers are called on a thread of their own.
    ///   - makeWaiter: Makes what waits for one answer; a test passes one that does not sleep.
    public init(
        deadline: TimeInterval = 30, callsElsewhere: Bool = false,
        makeWaiter: @escaping @Sendable () -> any AnswerWaiter = { SemaphoreWaiter() }
    ) {
        self.callsElsewhere = callsElsewhere
        self.deadline = deadline.isFinite ? max(deadline, 0) : 0
        self.makeWaiter = makeWaiter
    }

    /// Asks for a timeline.
    public func timeline<Provider: TimelineProvider>(
        of provider: Provider, in context: TimelineProviderContext, now: Date
    ) throws(TimelineError) -> ProviderOutcome<Provider.Entry> {
        try outcome(now: now) { provider.getTimeline(in: context, completion: $0) }
    }

    /// Asks for the timeline of a configuration.
    public func timeline<Provider: IntentTimelineProvider>(
        of provider: Provider, for configuration: Provider.Intent, in context: TimelineProviderContext, now: Date
    ) throws(TimelineError) -> ProviderOutcome<Provider.Entry> {
        try outcome(now: now) { provider.getTimeline(for: configuration, in: context, completion: $0) }
    }

    /// Asks for the timeline of a configuration; the task is cancelled when the session ends.
    public func timeline<Provider: AppIntentTimelineProvider>(
        of provider: Provider, for configuration: Provider.Intent, in context: TimelineProviderContext, now: Date
    ) throws(TimelineError) -> ProviderOutcome<Provider.Entry> {
        let task = TaskBox()
        defer { task.cancel() }
        return try outcome(now: now) { completion in
            task.run { completion(await provider.timeline(for: configuration, in: context)) }
        }
    }

    /// Asks for a snapshot.
    public func snapshot<Provider: TimelineProvider>(
        of provider: Provider, in context: TimelineProviderContext
    ) throws(TimelineError) -> Provider.Entry {
        try answer { provider.getSnapshot(in: context, completion: $0) }.value
    }

    /// Asks for the snapshot of a configuration.
    public func snapshot<Provider: IntentTimelineProvider>(
        of provider: Provider, for configuration: Provider.Intent, in context: TimelineProviderContext
    ) throws(TimelineError) -> Provider.Entry {
        try answer { provider.getSnapshot(for: configuration, in: context, completion: $0) }.value
    }

    /// Asks for the snapshot of a configuration; the task is cancelled when the session ends.
    public func snapshot<Provider: AppIntentTimelineProvider>(
        of provider: Provider, for configuration: Provider.Intent, in context: TimelineProviderContext
    ) throws(TimelineError) -> Provider.Entry {
        let task = TaskBox()
        defer { task.cancel() }
        return try answer { completion in
            task.run { completion(await provider.snapshot(for: configuration, in: context)) }
        }.value
    }

    private func outcome<Entry: TimelineEntry>(
        now: Date, _ ask: @escaping (@escaping @Sendable (Timeline<Entry>) -> Void) -> Void
    ) throws(TimelineError) -> ProviderOutcome<Entry> {
        let (timeline, again) = try answer(ask)
        return try ProviderOutcome(normalizing: timeline, now: now, answeredAgain: again)
    }

    /// Asks, waits, and takes the first value; `again` counts the calls after it.
    private func answer<Value>(
        _ ask: @escaping (@escaping @Sendable (Value) -> Void) -> Void
    ) throws(TimelineError) -> (value: Value, again: Int) {
        let waiter = makeWaiter()
        let answer = Answer<Value>(waiter: waiter)
        let call = ProviderCall(leftBehind)
        if callsElsewhere {
            guard leftBehind.isEmpty else { throw .stillBusy }
            let question = Handed(value: ask)
            DispatchQueue(label: "provider").async {
                question.value(answer.completion())
                call.hasReturned()
            }
        } else {
            ask(answer.completion())
            call.hasReturned()
        }
        if !answer.isSettled { waiter.wait(seconds: deadline) }
        switch answer.close() {
        case .given(let handed, let again): return (handed.value, again)
        case .dropped: throw .answerDropped
        case .awaited, .closed:
            call.leaveBehind()
            throw .noAnswer(after: deadline)
        }
    }
}

/// How many calls were left behind and have not returned.
private final class LeftBehind: Sendable {
    private let count = Mutex(0)

    var isEmpty: Bool { count.withLock { $0 == 0 } }

    func add(_ number: Int) { count.withLock { $0 += number } }
}

/// One call of a provider's method.
private final class ProviderCall: Sendable {
    private enum State { case inside, leftBehind, returned }

    private let state = Mutex(State.inside)
    private let others: LeftBehind

    init(_ others: LeftBehind) { self.others = others }

    func leaveBehind() {
        state.withLock { state in
            guard state == .inside else { return }
            state = .leftBehind
            others.add(1)
        }
    }

    func hasReturned() {
        state.withLock { state in
            if state == .leftBehind { others.add(-1) }
            state = .returned
        }
    }
}

/// The task of one question, which ends with it.
private final class TaskBox: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    func run(_ body: @escaping @Sendable () async -> Void) {
        task.withLock { $0 = Task.detached(operation: body) }
    }

    func cancel() { task.withLock { $0?.cancel() } }
}
