import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WidgetTimeline

@Suite struct TimelineSessionTests {
    /// A waiter that does not wait: the deadline passes at once, after what `whileWaiting` does.
    private final class Impatient: AnswerWaiter {
        private let signals = Mutex(0)
        private let whileWaiting: @Sendable () -> Void

        init(_ whileWaiting: @escaping @Sendable () -> Void = {}) { self.whileWaiting = whileWaiting }

        func signal() { signals.withLock { $0 += 1 } }
        func wait(seconds: TimeInterval) { whileWaiting() }
        var count: Int { signals.withLock { $0 } }
    }

    private let good = Timeline(entries: [MarkedEntry(0, "good")], policy: .never)

    /// A session whose deadline passes at once.
    private func impatient(_ whileWaiting: @escaping @Sendable () -> Void = {}) -> TimelineSession {
        TimelineSession(deadline: 5) { Impatient(whileWaiting) }
    }

    /// A session that waits for real; only for answers that come, or the test fails late.
    // An async provider answers when a thread of the pool is free: others of these tests may hold them for a while.
    private let patient = TimelineSession(deadline: 600)

    @Test func `an answer before the method returns needs no waiting`() throws {
        let good = good
        let session = TimelineSession(deadline: 5) { Impatient { Issue.record("waited") } }
        let outcome = try session.timeline(of: ScriptedProvider { $0(good) }, in: medium, now: start)
        #expect(outcome.timeline == good)
        #expect(outcome.notes.isEmpty)
    }

    @Test func `a provider that never answers ends at the deadline`() {
        let keeper = Keeper()
        #expect(throws: TimelineError.noAnswer(after: 5)) {
            try impatient().timeline(of: ScriptedProvider { keeper.keep($0) }, in: medium, now: start)
        }
        #expect(keeper.count == 1)
    }

    @Test func `an answer after the deadline is ignored`() throws {
        let keeper = Keeper()
        let provider = ScriptedProvider { keeper.keep($0) }
        #expect(throws: TimelineError.noAnswer(after: 5)) {
            try impatient().timeline(of: provider, in: medium, now: start)
        }
        keeper.answer(good)
        // The next session has its own question: the late answer is not its.
        #expect(throws: TimelineError.noAnswer(after: 5)) {
            try impatient().timeline(of: provider, in: medium, now: start)
        }
    }

    @Test func `an answer while the session waits counts`() throws {
        let keeper = Keeper()
        let good = good
        let session = impatient { keeper.answer(good) }
        let outcome = try session.timeline(of: ScriptedProvider { keeper.keep($0) }, in: medium, now: start)
        #expect(outcome.timeline == good)
    }

    @Test func `a completion thrown away is known without waiting`() {
        let session = TimelineSession(deadline: 5) { Impatient { Issue.record("waited") } }
        #expect(throws: TimelineError.answerDropped) {
            try session.timeline(of: ScriptedProvider { _ in }, in: medium, now: start)
        }
    }

    @Test func `a completion thrown away later ends the wait`() {
        let keeper = Keeper()
        let waiter = Impatient { keeper.drop() }
        #expect(throws: TimelineError.answerDropped) {
            try TimelineSession(deadline: 5) { waiter }
                .timeline(of: ScriptedProvider { keeper.keep($0) }, in: medium, now: start)
        }
        #expect(waiter.count == 1)
    }

    @Test func `of several answers the first counts, and it is noted`() throws {
        let good = good
        let provider = ScriptedProvider {
            $0(good)
            $0(Timeline(entries: [MarkedEntry(0, "second")], policy: .never))
            $0(Timeline(entries: [], policy: .never))
        }
        let outcome = try impatient().timeline(of: provider, in: medium, now: start)
        #expect(outcome.timeline == good)
        #expect(outcome.notes == [.answeredAgain(times: 2)])
    }

    @Test func `an empty timeline is an error of the session`() {
        #expect(throws: TimelineError.noEntries) {
            let provider = ScriptedProvider { $0(Timeline(entries: [], policy: .atEnd)) }
            return try impatient().timeline(of: provider, in: medium, now: start)
        }
    }

    @Test func `a snapshot is one entry, and may be missing like a timeline`() throws {
        let good = good
        #expect(try impatient().snapshot(of: ScriptedProvider { $0(good) }, in: medium).mark == "good")
        #expect(throws: TimelineError.answerDropped) {
            try impatient().snapshot(of: ScriptedProvider { _ in }, in: medium)
        }
    }

    @Test func `an answer from another thread wakes the session`() async throws {
        let (good, patient) = (good, patient)
        let provider = ScriptedProvider { completion in
            DispatchQueue.global().async { completion(good) }
        }
        let outcome = try await onThread { () throws(TimelineError) in
            try patient.timeline(of: provider, in: medium, now: start)
        }
        #expect(outcome.timeline == good)
    }

    @Test func `a completion thrown away on another thread wakes the session`() async {
        let patient = patient
        let provider = ScriptedProvider { completion in
            DispatchQueue.global().async { withExtendedLifetime(completion) {} }
        }
        await #expect(throws: TimelineError.answerDropped) {
            try await onThread { () throws(TimelineError) in
                try patient.timeline(of: provider, in: medium, now: start)
            }
        }
    }

    @Test func `a deadline of zero seconds ends a real wait at once`() {
        let keeper = Keeper()
        #expect(throws: TimelineError.noAnswer(after: 0)) {
            try TimelineSession(deadline: -1)
                .timeline(of: ScriptedProvider { keeper.keep($0) }, in: medium, now: start)
        }
    }

    @Test func `a provider with a configuration gets it`() throws {
        let provider = TaggedProvider()
        #expect(try impatient().snapshot(of: provider, for: "texas", in: medium).mark == "texas")
        let outcome = try impatient().timeline(of: provider, for: "texas", in: medium, now: start)
        #expect(outcome.timeline.entries == [MarkedEntry(0, "texas"), MarkedEntry(60, "texas")])
    }

    @Test func `an async provider is waited for`() async throws {
        let patient = patient
        let outcome = try await onThread { () throws(TimelineError) in
            try patient.timeline(of: AsyncProvider(), for: "texas", in: medium, now: start)
        }
        #expect(outcome.timeline.entries.map(\.mark) == ["texas"])
        let snapshot = try await onThread { () throws(TimelineError) in
            try patient.snapshot(of: AsyncProvider(), for: "ohio", in: medium)
        }
        #expect(snapshot.mark == "ohio")
    }

    @Test func `an async provider that is late is cancelled`() async {
        let cancelled = AsyncStream<Void>.makeStream()
        let provider = AsyncProvider { cancelled.continuation.finish() }
        #expect(throws: TimelineError.noAnswer(after: 5)) {
            try impatient().timeline(of: provider, for: "texas", in: medium, now: start)
        }
        for await _ in cancelled.stream {}
    }

    @Test func `a listing written for iPhone conforms without Sendable completions`() throws {
        #expect(try impatient().timeline(of: ListingProvider(), in: medium, now: start).timeline.entries.count == 5)
    }
}

/// Runs blocking work on a thread of its own, so that the tests' pool keeps its threads.
private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws(TimelineError) -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            do { continuation.resume(returning: try work()) } catch { continuation.resume(throwing: error) }
        }
    }
}

/// Keeps completions for later, as a provider with a slow network does.
private final class Keeper: Sendable {
    private let kept = Mutex<[@Sendable (Timeline<MarkedEntry>) -> Void]>([])

    func keep(_ completion: @escaping @Sendable (Timeline<MarkedEntry>) -> Void) {
        kept.withLock { $0.append(completion) }
    }

    func answer(_ timeline: Timeline<MarkedEntry>) {
        for completion in take() { completion(timeline) }
    }

    func drop() { _ = take() }

    var count: Int { kept.withLock { $0.count } }

    private func take() -> [@Sendable (Timeline<MarkedEntry>) -> Void] {
        kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }
}

/// A provider with a configuration, in WidgetKit's shape.
private struct TaggedProvider: IntentTimelineProvider {
    func placeholder(in context: Context) -> MarkedEntry { MarkedEntry(0) }

    func getSnapshot(for configuration: String, in context: Context, completion: @escaping (MarkedEntry) -> Void) {
        completion(MarkedEntry(0, configuration))
    }

    func getTimeline(
        for configuration: String, in context: Context, completion: @escaping (Timeline<MarkedEntry>) -> Void
    ) {
        completion(Timeline(entries: [0, 60].map { MarkedEntry($0, configuration) }, policy: .atEnd))
    }
}

/// An async provider; with a hook it answers only after its task was cancelled.
private struct AsyncProvider: AppIntentTimelineProvider {
    var whenCancelled: (@Sendable () -> Void)?

    init(whenCancelled: (@Sendable () -> Void)? = nil) { self.whenCancelled = whenCancelled }

    func placeholder(in context: Context) -> MarkedEntry { MarkedEntry(0) }

    func snapshot(for configuration: String, in context: Context) async -> MarkedEntry {
        MarkedEntry(0, configuration)
    }

    func timeline(for configuration: String, in context: Context) async -> Timeline<MarkedEntry> {
        if let whenCancelled {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in stream {}
            } onCancel: {
                continuation.finish()
                whenCancelled()
            }
        }
        return Timeline(entries: [MarkedEntry(0, configuration)], policy: .atEnd)
    }
}

/// An entry that holds a class, as a photo's does on iPhone.
private struct ListingEntry: TimelineEntry {
    final class Picture { var name = "" }
    let date: Date
    let picture = Picture()
}

/// A provider as tutorials write it: no Sendable anywhere, five entries an hour apart.
private struct ListingProvider: TimelineProvider {
    func placeholder(in context: Context) -> ListingEntry {
        ListingEntry(date: start)
    }

    func getSnapshot(in context: Context, completion: @escaping (ListingEntry) -> ()) {
        completion(ListingEntry(date: start))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
        var entries: [ListingEntry] = []
        for hourOffset in 0..<5 {
            entries.append(ListingEntry(date: start + Double(hourOffset) * 3600))
        }
        let timeline = Timeline(entries: entries, policy: .atEnd)
        completion(timeline)
    }
}
