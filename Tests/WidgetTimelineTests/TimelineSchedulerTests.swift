import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct TimelineSchedulerTests {
    /// A scheduler whose first timeline came at ``start``, and whose first entry, if it has begun, is shown.
    private func scheduler(
        _ seconds: [TimeInterval], _ policy: TimelineReloadPolicy, rules: ReloadRules = ReloadRules()
    ) throws -> TimelineScheduler {
        var scheduler = TimelineScheduler(rules: rules)
        #expect(scheduler.advance(to: start) == [.reload(.first)])
        scheduler.accept(try ProviderOutcome(seconds, policy), at: start)
        _ = scheduler.advance(to: start)
        return scheduler
    }

    // MARK: Entries and policies

    @Test func `the first thing is to ask, and to ask once`() {
        var scheduler = TimelineScheduler()
        #expect(scheduler.next(after: start) == ScheduledEvent(date: start, action: .reload(.first), hold: nil))
        #expect(scheduler.advance(to: start) == [.reload(.first)])
        #expect(scheduler.advance(to: start + 1) == [])
    }

    @Test func `entry i is shown from its date`() throws {
        var scheduler = try scheduler([0, 3600, 7200], .never)
        #expect(scheduler.state.shown == 0)
        for index in 1...2 {
            let date = start + Double(index) * 3600
            #expect(scheduler.next(after: date - 1) == ScheduledEvent(date: date, action: .show(index), hold: nil))
            #expect(scheduler.advance(to: date - 0.001) == [])
            #expect(scheduler.advance(to: date) == [.show(index)])
            #expect(scheduler.advance(to: date) == [])
        }
        #expect(scheduler.next(after: start + 7200) == nil)
    }

    @Test func `a timeline that begins later shows nothing until then`() throws {
        var scheduler = try scheduler([60], .never)
        #expect(scheduler.state.shown == nil)
        #expect(scheduler.next(after: start)?.date == start + 60)
        #expect(scheduler.advance(to: start + 60) == [.show(0)])
    }

    @Test(arguments: [
        ([0.0], TimelineReloadPolicy.atEnd, 60.0), ([0, 3600], .atEnd, 3600), ([0], .after(start + 180), 180),
        ([0], .after(start + 5), 60), ([0], .after(start - 1000), 60), ([0, 3600], .after(start + 90), 90),
    ])
    func `the policy says when to ask again, the floor not before when`(
        entries: [Double], policy: TimelineReloadPolicy, reload: Double
    ) throws {
        var scheduler = try scheduler(entries, policy)
        #expect(scheduler.advance(to: start + reload - 0.001).contains(.reload(.policy)) == false)
        #expect(scheduler.advance(to: start + reload).last == .reload(.policy))
    }

    @Test func `the answer to a policy says whether it is granted and what holds it`() throws {
        let wide = DailyBudget(reloads: 2, burst: 1)
        let rows: [(TimelineReloadPolicy, DailyBudget?, ReloadAnswer?)] = [
            (.after(start + 180), nil, .granted), (.never, nil, nil), (.never, wide, nil),
            (.after(start + 5), nil, .deferred(until: start + 60, because: .floor)),
            (.atEnd, nil, .deferred(until: start + 60, because: .floor)),
            (.after(start + 180), DailyBudget(reloads: 0), .refused(because: .noBudget)),
        ]
        for (policy, budget, answer) in rows {
            var scheduler = TimelineScheduler(rules: ReloadRules(budget: budget))
            _ = scheduler.advance(to: start)
            #expect(scheduler.accept(try ProviderOutcome<MarkedEntry>([0], policy), at: start) == answer)
        }
    }

    @Test func `a reload that is always a moment late does not lose that moment each time`() throws {
        var scheduler = TimelineScheduler(rules: ReloadRules(floor: 2))
        let grid = EntryGrid(start: start, every: 2)
        var now = start
        for step in 0..<1000 {
            #expect(scheduler.advance(to: now).last.map { if case .reload = $0 { true } else { false } } == true)
            let entry = grid.date(at: now)
            #expect(entry == start + Double(step) * 2)
            let timeline = Timeline(
                entries: [MarkedEntry(entry.timeIntervalSince(start))], policy: .after(grid.date(after: now)))
            scheduler.accept(try ProviderOutcome(normalizing: timeline, now: now), at: now + 0.05)
            #expect(scheduler.advance(to: now + 0.05) == [.show(0)])
            now = try #require(scheduler.next(after: now + 0.05)?.date) + 0.1
        }
    }

    // MARK: Requests

    @Test func `a request is granted, a second joins it`() throws {
        var scheduler = try scheduler([0], .never)
        #expect(scheduler.request(by: .program, at: start + 10) == .granted)
        #expect(scheduler.request(by: .program, at: start + 10) == .coalesced(with: start + 10))
        #expect(scheduler.request(by: .person, at: start + 11) == .coalesced(with: start + 10))
        #expect(scheduler.advance(to: start + 11) == [.reload(.program)])
        #expect(scheduler.advance(to: start + 11) == [])
    }

    @Test func `quick writes share one reload once they settle`() throws {
        var scheduler = try scheduler([0], .never, rules: ReloadRules(settling: 0.1))
        #expect(scheduler.request(by: .program, at: start + 10) == .granted)
        for write in 1...9 {
            let answer = scheduler.request(by: .program, at: start + 10 + Double(write) / 100)
            #expect(answer == .coalesced(with: start + 10.1))
            #expect(scheduler.advance(to: start + 10 + Double(write) / 100) == [])
        }
        #expect(scheduler.advance(to: start + 10.1) == [.reload(.program)])
        scheduler.accept(try ProviderOutcome<MarkedEntry>([10], .never, now: 10), at: start + 10.2)
        #expect(scheduler.next(after: start + 10.2)?.action == .show(0))
        #expect(scheduler.advance(to: start + 10.2) == [.show(0)])
        #expect(scheduler.next(after: start + 10.2) == nil)
    }

    @Test func `a person does not wait for writes to settle`() throws {
        var scheduler = try scheduler([0], .never, rules: ReloadRules(settling: 5))
        #expect(scheduler.request(by: .program, at: start + 10) == .granted)
        #expect(scheduler.request(by: .person, at: start + 10) == .granted)
        #expect(scheduler.advance(to: start + 10) == [.reload(.person)])
    }

    @Test func `a request too soon after a reload is deferred by the request floor only`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        #expect(
            scheduler.request(by: .program, at: start + 0.25) == .deferred(until: start + 1, because: .floor))
        #expect(scheduler.next(after: start + 0.25)?.hold == .floor)
        #expect(scheduler.advance(to: start + 1) == [.reload(.program)])
    }

    @Test func `a request just before the policy's reload joins it`() throws {
        var scheduler = try scheduler([0], .after(start + 180), rules: ReloadRules(settling: 2))
        #expect(scheduler.request(by: .program, at: start + 179) == .coalesced(with: start + 180))
    }

    @Test func `a request while a reload runs is not lost in it`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        #expect(scheduler.advance(to: start + 180) == [.reload(.policy)])
        // The running reload may have read its data already; only a later one is sure to see the write.
        #expect(
            scheduler.request(by: .program, at: start + 182) == .deferred(until: start + 182, because: .running))
        #expect(scheduler.request(by: .program, at: start + 183) == .coalesced(with: start + 182))
        #expect(scheduler.advance(to: start + 184) == [])
        let answer = scheduler.accept(
            try ProviderOutcome<MarkedEntry>([180], .after(start + 360), now: 180), at: start + 185)
        #expect(answer == .coalesced(with: start + 182))
        #expect(scheduler.advance(to: start + 185) == [.show(0), .reload(.program)])
    }

    @Test func `a request ends the wait of never`() throws {
        var scheduler = try scheduler([0], .never)
        #expect(scheduler.next(after: start + 1e6) == nil)
        #expect(scheduler.request(by: .person, at: start + 1e6) == .granted)
        #expect(scheduler.next(after: start + 1e6)?.action == .reload(.person))
    }

    // MARK: Budget and jitter

    @Test func `a spent budget defers a program, never a person`() throws {
        let rules = ReloadRules(budget: DailyBudget(reloads: 25, burst: 1))
        var scheduler = try scheduler([0], .after(start + 60), rules: rules)
        #expect(scheduler.request(by: .program, at: start + 100) == .coalesced(with: start + 3600))
        #expect(scheduler.next(after: start + 100)?.hold == .budget)
        #expect(scheduler.request(by: .person, at: start + 100) == .granted)
    }

    @Test func `a spent budget defers a request where nothing waits`() throws {
        let rules = ReloadRules(budget: DailyBudget(reloads: 25, burst: 1))
        var scheduler = try scheduler([0], .never, rules: rules)
        let answer = scheduler.request(by: .program, at: start + 120)
        #expect(answer == .deferred(until: start + 3600, because: .budget))
    }

    @Test func `with a budget of nothing the first reload and a person's are all`() throws {
        var scheduler = try scheduler([0], .atEnd, rules: ReloadRules(budget: DailyBudget(reloads: 0)))
        #expect(scheduler.next(after: start) == nil)
        #expect(scheduler.request(by: .program, at: start + 60) == .refused(because: .noBudget))
        #expect(scheduler.request(by: .person, at: start + 60) == .granted)
    }

    @Test func `with a budget of nothing a failure is not tried again for ever`() {
        var scheduler = TimelineScheduler(rules: ReloadRules(budget: DailyBudget(reloads: 0)))
        #expect(scheduler.advance(to: start) == [.reload(.first)])
        #expect(scheduler.fail("no network", at: start) == .refused(because: .noBudget))
        #expect(scheduler.advance(to: start + 86_400) == [])
        #expect(scheduler.next(after: start + 86_400) == nil)
    }

    @Test func `jitter spreads a herd, and never asks before the policy's date`() throws {
        let dates = try (0..<200).map { seed in
            try scheduler([0], .after(start + 180), rules: ReloadRules(jitter: 30, seed: seed)).next(after: start)?.date
        }.compactMap(\.self)
        #expect(Set(dates).count == 200)
        #expect(dates.allSatisfy { start + 180 <= $0 && $0 < start + 210 })
    }

    // MARK: Failures

    @Test func `a failure keeps the timeline, and tries come at growing distances`() throws {
        var scheduler = try scheduler([0, 1000], .after(start + 180))
        var now = start + 180
        var distances: [TimeInterval] = []
        for failure in 1...8 {
            #expect(scheduler.advance(to: now).last == .reload(failure == 1 ? .policy : .retry))
            let answer = scheduler.fail("no network", at: now)
            let next = try #require(scheduler.next(after: now)?.date)
            if case .reload = scheduler.next(after: now)?.action {
                #expect(answer == .deferred(until: next, because: .backOff))
                distances.append(next.timeIntervalSince(now))
                now = next
            } else {
                #expect(scheduler.advance(to: start + 1000) == [.show(1)])
                now = try #require(scheduler.next(after: start + 1000)?.date)
            }
        }
        #expect(distances == [60, 120, 240, 960, 1920, 3600, 3600])
        #expect(scheduler.state.failures == 8)
        #expect(scheduler.state.lastFailure?.reason == "no network")
        #expect(scheduler.state.entryDates == [start, start + 1000])
    }

    @Test func `a success ends the back-off`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        scheduler.fail("no network", at: start + 180)
        #expect(scheduler.advance(to: start + 240) == [.reload(.retry)])
        let answer = scheduler.accept(
            try ProviderOutcome<MarkedEntry>([240], .after(start + 420), now: 240), at: start + 240)
        #expect(answer == .granted)
        #expect(scheduler.state.failures == 0)
        #expect(scheduler.state.lastFailure?.reason == "no network")
        #expect(scheduler.advance(to: start + 240) == [.show(0)])
        #expect(scheduler.next(after: start + 240)?.date == start + 420)
    }

    @Test(arguments: [
        (600.0, 600.0), (10.0, 60.0), (1e9, 3600.0), (-Double.infinity, 60.0), (Double.nan, 60.0),
        (Double.infinity, 3600.0),
    ])
    func `a server's wish to be left alone is kept within the limit`(wish: Double, pause: Double) throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        let answer = scheduler.fail("busy", retryAfter: wish, at: start + 180)
        #expect(answer == .deferred(until: start + 180 + pause, because: .backOff))
    }

    @Test func `a back-off holds a program, not a person`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        scheduler.fail("no network", at: start + 180)
        #expect(scheduler.request(by: .program, at: start + 190) == .coalesced(with: start + 240))
        #expect(scheduler.request(by: .person, at: start + 190) == .granted)
        #expect(scheduler.advance(to: start + 190) == [.reload(.person)])
    }

    @Test func `what was written since is not held by an old failure, but by the budget`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        scheduler.fail("broken", at: start + 180)
        #expect(scheduler.request(by: .writer, at: start + 190) == .granted)
        #expect(scheduler.advance(to: start + 190) == [.reload(.change)])
        var poor = TimelineScheduler(rules: ReloadRules(budget: DailyBudget(reloads: 0)))
        #expect(poor.request(by: .writer, at: start) == .refused(because: .noBudget))
    }

    @Test func `a run that somebody starts begins at once, and serves what waited`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        scheduler.begin(by: .person, at: start + 0.5)
        #expect(scheduler.state.running?.since == start + 0.5 && scheduler.state.waiting == nil)
        scheduler.accept(try ProviderOutcome<MarkedEntry>([0.5], .never, now: 0.5), at: start + 0.5)
        #expect(scheduler.show(at: start + 0.5) == 0)
        #expect(scheduler.show(at: start + 0.5) == nil)
        #expect(scheduler.next(after: start + 1) == nil)
    }

    @Test func `a person who asked while a reload failed is not put off`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        #expect(scheduler.request(by: .person, at: start + 182) == .deferred(until: start + 182, because: .running))
        #expect(scheduler.fail("no network", at: start + 183) == .coalesced(with: start + 182))
        #expect(scheduler.advance(to: start + 183) == [.reload(.person)])
    }

    @Test func `a reload whose process died counts as failed`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        #expect(scheduler.advance(to: start + 180) == [.reload(.policy)])
        #expect(scheduler.next(after: start + 200)?.date == start + 300)
        #expect(scheduler.advance(to: start + 299) == [])
        #expect(scheduler.advance(to: start + 300) == [])
        #expect(scheduler.state.lastFailure?.reason == "the reload that began did not end")
        #expect(scheduler.advance(to: start + 360) == [.reload(.retry)])
    }

    @Test func `an answer after the reload counted as lost still counts`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        #expect(scheduler.advance(to: start + 180) == [.reload(.policy)])
        let answer = scheduler.accept(
            try ProviderOutcome<MarkedEntry>([180], .after(start + 490), now: 180), at: start + 310)
        #expect(answer == .granted)
        #expect(scheduler.state.failures == 0)
        #expect(scheduler.advance(to: start + 310) == [.show(0)])
        #expect(scheduler.next(after: start + 310)?.date == start + 490)
    }

    @Test func `a back-off ends with a success that came earlier than its date`() throws {
        var scheduler = try scheduler([0], .never)
        #expect(scheduler.request(by: .program, at: start + 100) == .granted)
        _ = scheduler.advance(to: start + 100)
        scheduler.fail("no network", at: start + 100)
        #expect(scheduler.request(by: .person, at: start + 110) == .granted)
        #expect(scheduler.advance(to: start + 110) == [.reload(.person)])
        scheduler.accept(try ProviderOutcome<MarkedEntry>([110], .never, now: 110), at: start + 110)
        #expect(scheduler.request(by: .program, at: start + 120) == .granted)
    }

    @Test func `a timeline that nobody asked the scheduler for counts as a reload`() throws {
        var scheduler = TimelineScheduler()
        let answer = scheduler.accept(try ProviderOutcome<MarkedEntry>([0], .atEnd), at: start)
        #expect(answer == .deferred(until: start + 60, because: .floor))
        #expect(scheduler.advance(to: start) == [.show(0)])
    }

    // MARK: Clocks

    @Test func `after a suspend only the current entry is shown`() throws {
        var scheduler = try scheduler((0..<12).map { Double($0) * 180 }, .after(start + 36_000))
        #expect(scheduler.advance(to: start + 5 * 180 + 20) == [.show(5)])
        #expect(scheduler.advance(to: start + 9000) == [.show(11)])
    }

    @Test func `after a suspend a due reload goes before an entry that is long over`() throws {
        var scheduler = try scheduler((0..<5).map { Double($0) * 3600 }, .atEnd)
        var other = scheduler
        #expect(scheduler.advance(to: start + 80_000) == [.reload(.policy)])
        scheduler.accept(try ProviderOutcome<MarkedEntry>([80_000], .atEnd, now: 80_000), at: start + 80_001)
        #expect(scheduler.advance(to: start + 80_001) == [.show(0)])
        // If the reload fails, the entry that is long over is still the current one.
        #expect(other.advance(to: start + 80_000) == [.reload(.policy)])
        other.fail("no network", at: start + 80_001)
        #expect(other.advance(to: start + 80_001) == [.show(4)])
    }

    @Test(arguments: [10.0, 1.0, 0.01])
    func `a clock set forward by years is a suspend`(years: Double) throws {
        var scheduler = try scheduler([0], .after(start + 180))
        let now = start + years * 31_557_600
        #expect(scheduler.advance(to: now) == [.reload(.policy)])
        #expect(scheduler.advance(to: now) == [])
    }

    @Test(arguments: [10.0, 1.0, 0.01])
    func `a clock set back by years asks for a new timeline within the floor`(years: Double) throws {
        var scheduler = try scheduler([0, 180, 360], .atEnd)
        _ = scheduler.advance(to: start + 180)
        let now = start - years * 31_557_600
        #expect(scheduler.advance(to: now) == [.reload(.clock)])
        let entries = [0.0, 180, 360].map { MarkedEntry(now.timeIntervalSince(start) + $0) }
        scheduler.accept(
            try ProviderOutcome(normalizing: Timeline(entries: entries, policy: .atEnd), now: now), at: now)
        #expect(scheduler.advance(to: now) == [.show(0)])
        #expect(scheduler.next(after: now)?.date == now + 180)
    }

    @Test func `a clock that flaps by ten years is no busy loop`() throws {
        var scheduler = try scheduler([0], .atEnd)
        var reloads = 0
        for round in 0..<1000 {
            let now = start + Double(round) + (round.isMultiple(of: 2) ? 315_576_000 : 0)
            for case .reload in scheduler.advance(to: now) {
                reloads += 1
                let seconds = now.timeIntervalSince(start)
                scheduler.accept(try ProviderOutcome<MarkedEntry>([seconds], .atEnd, now: seconds), at: now)
            }
        }
        #expect(reloads <= 501)
        #expect(reloads >= 1)
    }

    @Test func `a clock that goes back by a moment changes nothing`() throws {
        var scheduler = try scheduler([0, 180], .after(start + 360))
        let before = scheduler
        #expect(scheduler.advance(to: start - 30) == [])
        #expect(scheduler == before)
    }

    @Test func `a clock set back does not lengthen a back-off`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        _ = scheduler.advance(to: start + 180)
        scheduler.fail("no network", at: start + 180)
        #expect(scheduler.advance(to: start - 10_000) == [])
        #expect(scheduler.next(after: start - 10_000)?.date == start - 10_000 + 60)
    }

    @Test func `a clock set back while a reload runs does not keep it running for ever`() throws {
        var scheduler = try scheduler([0], .after(start + 180))
        #expect(scheduler.advance(to: start + 180) == [.reload(.policy)])
        #expect(scheduler.advance(to: start - 1_000_000) == [])
        #expect(scheduler.advance(to: start - 1_000_000 + 120) == [])
        #expect(scheduler.state.failures == 1)
        #expect(scheduler.advance(to: start - 1_000_000 + 180).last == .reload(.retry))
    }

    @Test func `a clock set back does not stop the budget from earning`() throws {
        let rules = ReloadRules(budget: DailyBudget(reloads: 25, burst: 1))
        var scheduler = try scheduler([0], .never, rules: rules)
        #expect(scheduler.advance(to: start + 1800) == [])
        #expect(scheduler.advance(to: start - 1_000_000) == [])
        let next = ScheduledEvent(date: start - 1_000_000 + 1800, action: .reload(.clock), hold: .budget)
        #expect(scheduler.next(after: start - 1_000_000) == next)
    }

    @Test func `a clock set back before the first success does not put off the next try`() {
        var scheduler = TimelineScheduler()
        _ = scheduler.advance(to: start)
        scheduler.fail("no network", at: start)
        #expect(scheduler.advance(to: start - 1_000_000) == [])
        #expect(scheduler.next(after: start - 1_000_000)?.date == start - 1_000_000 + 60)
        #expect(scheduler.advance(to: start - 1_000_000 + 60) == [.reload(.retry)])
        // The date of the back-off has moved with the clock, or this would wait for it.
        let request = scheduler.request(by: .program, at: start - 1_000_000 + 62)
        #expect(request == .deferred(until: start - 1_000_000 + 62, because: .running))
    }

    @Test(arguments: [Double.nan, Double.infinity, -Double.infinity, 1e15])
    func `a clock that shows no date moves nothing`(seconds: Double) throws {
        var scheduler = try scheduler([0], .after(start + 180))
        let before = scheduler
        let now = Date(timeIntervalSince1970: seconds)
        #expect(scheduler.advance(to: now) == [])
        #expect(scheduler.request(by: .person, at: now) == .refused(because: .badClock))
        #expect(scheduler == before)
    }
}
