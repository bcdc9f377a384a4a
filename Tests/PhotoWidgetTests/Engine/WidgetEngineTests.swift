import FoundationEssentials
import PhotoWidget
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct WidgetEngineTests {
    private let widget: ScriptedWidget
    private var clock: VirtualClock { widget.clock }

    init() throws { widget = try ScriptedWidget() }

    // MARK: What is published

    @Test func `a refresh publishes the entry of now, and what it says`() throws {
        widget.set([(0, "a"), (60, "b")], .atEnd)
        let entry = try widget.engine().refresh()
        #expect(entry.mark == "a" && entry.status == .fresh && entry.reason == nil)
        #expect(entry.date == clock.now && entry.validUntil == clock.now + 60)
        #expect(entry.photo == nil && entry.image == nil && entry.deepLink == nil)
        #expect(try current() == entry)
    }

    @Test func `the last entry is valid until the reload, or for ever where none comes`() throws {
        widget.set([(0, "a")], .atEnd)
        #expect(try widget.engine().refresh().validUntil == clock.now + 60)
        widget.set([(0, "a")], .after(clock.now + 900))
        #expect(try widget.engine().refresh().validUntil == clock.now + 900)
        widget.set([(0, "a")], .never)
        #expect(try widget.engine().refresh().validUntil == nil)
    }

    @Test func `each entry is shown from its date, by whatever process`() throws {
        widget.set((0..<5).map { (Double($0) * 3600, "\($0)") }, .atEnd)
        #expect(try widget.engine().refresh().mark == "0")
        for hour in 1...4 {
            clock.advance(by: 3599)
            #expect(try widget.engine().advance() == [])
            clock.advance(by: 1)
            guard hour < 4 else { break }
            #expect(try widget.engine().advance().map(\.mark) == ["\(hour)"])
            #expect(try current()?.mark == "\(hour)")
        }
        #expect(widget.calls == 1)
        #expect(try widget.engine().advance().map(\.mark) == ["4", "0"])
        #expect(widget.calls == 2)
    }

    @Test func `after a suspend only the current entry is shown`() throws {
        widget.set((0..<5).map { (Double($0) * 3600, "\($0)") }, .never)
        _ = try widget.engine().refresh()
        clock.advance(by: 3 * 3600 + 10)
        #expect(try widget.engine().advance().map(\.mark) == ["3"])
        #expect(try widget.engine().advance() == [])
    }

    @Test func `entries that all lie ahead leave what is good until then`() throws {
        widget.set([(0, "good")], .never)
        _ = try widget.engine().refresh()
        widget.set([(100, "later")], .never)
        #expect(try widget.engine().refresh().mark == "good")
        clock.advance(by: 100)
        #expect(try widget.engine().advance().map(\.mark) == ["later"])
    }

    @Test func `an entry that somebody has removed is asked for again`() throws {
        widget.set([(0, "a"), (60, "b")], .never)
        _ = try widget.engine().refresh()
        try Directory.removeTree(at: widget.scratch("state/published/marks/default/.upcoming"))
        clock.advance(by: 60)
        #expect(try widget.engine().advance() == [])
        #expect(try widget.engine().advance().map(\.mark) == ["a"])
    }

    @Test func `the sets of a timeline that is over go, but for the last three`() throws {
        widget.set((0..<9).map { (Double($0), "\($0)") }, .never)
        let engine = widget.engine()
        _ = try engine.refresh()
        for _ in 1..<9 {
            clock.advance(by: 1)
            _ = try engine.advance()
        }
        let names = try Directory.entries(of: widget.scratch("state/published/marks/default"))
        #expect(names.filter { $0.kind == .directory && !$0.name.hasPrefix(".") }.count == 3)
        #expect(try widget.scratch.files(below: "state/published/marks/default/.upcoming") == [])
    }

    // MARK: Providers that do wrong

    @Test func `a provider that never answers is left at the deadline, and the last good entry says why`() throws {
        let good = try widget.engine().refresh()
        let kept = Mutex<[ScriptedWidget.Completion]>([])
        widget.set { completion in kept.withLock { $0.append(completion) } }
        let stale = try widget.engine(session: TimelineSession(deadline: 5) { Impatient() }).refresh()
        #expect(stale.mark == good.mark && stale.status == .stale)
        #expect(stale.reason == "the provider did not answer within 5.0 s")
        #expect(stale.validUntil == clock.now + 60 && stale.policy == .after(clock.now + 60))
        // What comes after the deadline is nobody's.
        let late = try #require(kept.withLock { $0.first })
        late(Timeline(entries: [MarkedEntry(date: clock.now, mark: "late")], policy: .never))
        #expect(try current() == stale)
    }

    @Test func `a provider that blocks does not hold up who asks`() throws {
        let gate = Gate()
        defer { gate.open() }
        widget.set { _ in gate.wait() }
        let session = TimelineSession(deadline: 5, callsElsewhere: true) { Impatient() }
        #expect(try widget.engine(session: session).refresh().status == .placeholder)
    }

    @Test func `a provider that blocks is not called again before it is back`() throws {
        let gate = Gate()
        widget.set { _ in gate.wait() }
        let session = TimelineSession(deadline: 5, callsElsewhere: true) { Impatient() }
        #expect(try widget.engine(session: session).refresh().reason == "the provider did not answer within 5.0 s")
        clock.advance(by: 3600)
        #expect(try widget.engine(session: session).refresh().reason?.contains("still busy") == true)
        #expect(widget.calls == 1)
        gate.open()
        let patience = ContinuousClock.now + .seconds(60)
        while widget.calls == 1, .now < patience {
            clock.advance(by: 3600)
            _ = try widget.engine(session: session).refresh()
        }
        #expect(widget.calls == 2)
    }

    @Test func `a provider that answers twice is taken at its first word`() throws {
        let clock = clock
        widget.set { completion in
            for mark in ["first", "second"] {
                completion(Timeline(entries: [MarkedEntry(date: clock.now, mark: mark)], policy: .never))
            }
        }
        #expect(try widget.engine().refresh().mark == "first")
        #expect(try widget.engine().timeline().notes == [.answeredAgain(times: 1)])
    }

    @Test func `entries unsorted, past and of one date are put right`() throws {
        widget.set([(60, "d"), (-50, "a"), (0, "b"), (0, "c"), (-100, "x")], .atEnd)
        let preview = try widget.engine().timeline()
        #expect(preview.entries.map(\.mark) == ["c", "d"])
        #expect(preview.notes == [.sorted, .duplicateDates(count: 1), .past(count: 2)])
        #expect(widget.calls == 1)
        #expect(try current() == nil)
    }

    @Test func `an empty timeline is a failure`() throws {
        widget.set([], .never)
        let entry = try widget.engine().refresh()
        #expect(entry.status == .placeholder && entry.mark == "…")
        #expect(entry.reason == "the provider's timeline has no entries")
    }

    @Test func `a placeholder is no good entry: the next failure publishes one again`() throws {
        widget.fail()
        #expect(try widget.engine().refresh().status == .placeholder)
        clock.advance(by: 1)
        let second = try widget.engine().refresh()
        #expect(second.status == .placeholder && second.date == clock.now)
    }

    @Test func `failures in a row are tried at growing distances, and the good entry stays`() throws {
        widget.set([(0, "good")], .atEnd)
        _ = try widget.engine().refresh()
        widget.fail()
        var distances: [TimeInterval] = []
        for _ in 0..<4 {
            let next = try #require(try widget.engine().next())
            distances.append(next.date.timeIntervalSince(clock.now))
            clock.set(next.date)
            let entries = try widget.engine().advance()
            #expect(entries.map(\.mark) == ["good"] && entries.map(\.status) == [.stale])
        }
        #expect(distances == [60, 60, 120, 240])
        widget.set([(0, "new")], .atEnd)
        #expect(try widget.engine().refresh().status == .fresh)
        #expect(try widget.engine().status().state.failures == 0)
    }

    @Test func `the last good entry survives a restart, stale or not`() throws {
        widget.set([(0, "good")], .atEnd)
        _ = try widget.engine().refresh()
        widget.fail()
        for _ in 0..<3 {
            clock.advance(by: 10)
            let stale = try widget.engine().refresh()
            #expect(stale.mark == "good" && stale.status == .stale && stale.date == clock.now)
        }
    }

    // MARK: Several processes

    @Test func `two engines of one instance agree on what is due`() throws {
        widget.set([(0, "a")], .atEnd)
        let (one, two) = (widget.engine(), widget.engine())
        _ = try one.refresh()
        clock.advance(by: 60)
        #expect(try two.next()?.date == clock.now)
        #expect(try one.advance().count == 1)
        #expect(try two.advance() == [])
        #expect(widget.calls == 2)
        _ = try two.refresh()
        #expect(try one.next()?.date == clock.now + 60)
    }

    @Test func `a reload whose process was killed is noticed by the next one`() throws {
        widget.set([(0, "a")], .atEnd)
        let engine = widget.engine()
        _ = try engine.refresh()
        clock.advance(by: 60)
        let store = ScheduleStore(stateDirectory: widget.scratch("state"), id: engine.id)
        _ = try store.update(rules: engine.rules) { _, scheduler in scheduler.advance(to: clock.now) }
        #expect(try engine.advance() == [])
        #expect(try engine.status().state.lastFailure?.reason == "the run that asked before was ended")
        clock.advance(by: 60)
        #expect(try engine.advance().map(\.mark) == ["a"])
    }

    @Test func `two instances of a kind have schedules of their own`() throws {
        widget.set([(0, "a")], .atEnd)
        _ = try widget.engine(instance: "one").refresh()
        clock.advance(by: 30)
        _ = try widget.engine(instance: "two").refresh()
        #expect(try widget.engine(instance: "one").next()?.date == clock.now + 30)
        #expect(try widget.engine(instance: "two").next()?.date == clock.now + 60)
    }

    private func current() throws -> PublishedEntry? {
        try Publisher(stateDirectory: widget.scratch("state")).current(kind: "marks", instance: "default")
    }
}
