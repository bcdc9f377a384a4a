import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct SimulationTests {
    /// A provider that reads the virtual clock: entries at seconds from now, and a policy.
    private struct Shape: TimelineProvider {
        var clock: VirtualClock
        var offsets: [TimeInterval]
        var policy: @Sendable (Date) -> TimelineReloadPolicy

        func placeholder(in context: Context) -> MarkedEntry { MarkedEntry(0) }

        func getSnapshot(in context: Context, completion: @escaping @Sendable (MarkedEntry) -> Void) {
            completion(MarkedEntry(0))
        }

        func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<MarkedEntry>) -> Void) {
            let now = clock.now
            let entries = offsets.map { MarkedEntry(now.timeIntervalSince(start) + $0) }
            completion(Timeline(entries: entries, policy: policy(now)))
        }

        static func photo(_ clock: VirtualClock) -> Shape {
            Shape(clock: clock, offsets: [0]) { .after($0 + 180) }
        }

        static func todo(_ clock: VirtualClock) -> Shape {
            Shape(clock: clock, offsets: (0..<5).map { Double($0) * 3600 }) { _ in .atEnd }
        }

        static func budget(_ clock: VirtualClock) -> Shape {
            Shape(clock: clock, offsets: [0]) { _ in .atEnd }
        }
    }

    private static let day: TimeInterval = 86_400

    /// A day of a shape.
    private func day(
        _ shape: (VirtualClock) -> Shape, rules: ReloadRules = ReloadRules(), requests: [Simulation.Request] = []
    ) -> SimulationReport {
        let clock = VirtualClock(start)
        return Simulation(clock: clock, span: Self.day, rules: rules, requests: requests).run(shape(clock), in: medium)
    }

    private func dates(_ kind: SimulationEvent.Kind, in report: SimulationReport) -> [TimeInterval] {
        report.events.filter { $0.kind == kind }.map { $0.date.timeIntervalSince(start) }
    }

    private func gaps(_ seconds: [TimeInterval]) -> [TimeInterval] {
        zip(seconds, seconds.dropFirst()).map { $1 - $0 }
    }

    // MARK: The three widgets

    @Test func `the photo widget is granted all that it asks where there is no budget`() {
        let report = day(Shape.photo)
        #expect(report.asked == 480)
        #expect(report.calls == 480)
        #expect(report.switches == 480)
        #expect(gaps(dates(.entry, in: report)).allSatisfy { $0 == 180 })
        #expect(report.events.allSatisfy { $0.answer == nil || $0.answer == .granted })
    }

    @Test(arguments: [40, 48, 70])
    func `the photo widget asks 480 times a day and is granted its budget, spread`(reloads: Int) {
        let report = day(Shape.photo, rules: ReloadRules(budget: DailyBudget(reloads: reloads)))
        #expect(report.asked == 480)
        #expect(report.calls <= reloads)
        #expect(report.calls >= reloads - 1)
        #expect(gaps(dates(.call, in: report)).allSatisfy { (180...3600).contains($0) })
        let held = report.events.filter {
            if case .deferred(_, .budget) = $0.answer { true } else { false }
        }
        #expect(held.count >= reloads / 2)
        #expect(held.allSatisfy { $0.wanted != nil && $0.cause == .policy })
    }

    @Test func `the todo widget switches each hour and asks when its last entry's date has come`() {
        let report = day(Shape.todo)
        #expect(dates(.call, in: report) == (0..<6).map { Double($0) * 14_400 })
        #expect(dates(.entry, in: report).prefix(6) == [0, 3600, 7200, 10_800, 14_400, 14_400])
        #expect(report.events.filter { $0.kind == .entry }.prefix(6).map(\.index) == [0, 1, 2, 3, 4, 0])
        #expect(report.asked == 6)
        #expect(report.failures == 0)
    }

    @Test func `the budget widget is over at once and asks at the floor`() {
        let report = day(Shape.budget)
        #expect(report.calls == 1440)
        #expect(report.asked == 1440)
        #expect(gaps(dates(.call, in: report)).allSatisfy { $0 == 60 })
        #expect(
            report.events.filter { $0.kind == .reload }.allSatisfy {
                if case .deferred(_, .floor) = $0.answer { true } else { false }
            })
    }

    @Test func `the budget widget with a budget keeps to it`() {
        let report = day(Shape.budget, rules: ReloadRules(budget: .widgetKit))
        #expect((47...48).contains(report.calls))
        #expect(gaps(dates(.call, in: report)).allSatisfy { $0 >= 60 })
    }

    // MARK: Requests, failures, clocks

    @Test func `requests during the day have their answers in the report`() {
        let requests = [100, 100, 150, 90_000, -5].map {
            Simulation.Request(at: start + $0, by: .program)
        }
        let report = day(Shape.todo, requests: requests)
        let asked = report.events.filter { $0.kind == .request }
        #expect(asked.map(\.answer) == [.granted, .coalesced(with: start + 100), .granted])
        #expect(dates(.call, in: report).prefix(4) == [0, 100, 150, 14_550])
        #expect(
            report.events.filter { $0.kind == .call }.prefix(4).map(\.cause) == [
                .first, .program, .program, .policy,
            ])
    }

    @Test func `failures are in the report, with the date of the next try`() {
        let clock = VirtualClock(start)
        let report = Simulation(clock: clock, span: 1000).run { now throws(TimelineError) in
            if now < start + 400 { throw .failed(reason: "no network") }
            return try ProviderOutcome<MarkedEntry>([400], .never, now: 400)
        }
        #expect(dates(.call, in: report) == [0, 60, 180, 420])
        #expect(report.failures == 3)
        let failure = report.events.first { $0.kind == .failure }
        #expect(failure?.reason == "no network")
        #expect(failure?.answer == .deferred(until: start + 60, because: .backOff))
        #expect(report.switches == 1)
        #expect(clock.now == start + 1000)
    }

    @Test func `a provider that never answers is asked at growing distances`() {
        let session = TimelineSession(deadline: 0)
        let report = Simulation(clock: VirtualClock(start), span: Self.day)
            .run(ScriptedProvider { _ in }, in: medium, session: session)
        #expect(report.calls == report.failures)
        #expect(dates(.call, in: report).prefix(4) == [0, 60, 180, 420])
        #expect(report.calls < 40)
        #expect(report.switches == 0)
    }

    @Test func `what was put right in a timeline is in the report`() {
        let clock = VirtualClock(start)
        let shape = Shape(clock: clock, offsets: [60, 0, 60]) { _ in .never }
        let report = Simulation(clock: clock, span: 100).run(shape, in: medium)
        #expect(report.events.map(\.kind) == [.call, .note, .note, .reload, .entry, .entry])
        #expect(
            report.events.compactMap(\.reason) == [
                ProviderNote.sorted.description, ProviderNote.duplicateDates(count: 1).description,
            ])
    }

    @Test func `slow answers do not make a grid drift`() {
        let clock = VirtualClock(start)
        let grid = EntryGrid(start: start, every: 180)
        let report = Simulation(clock: clock, span: Self.day).run { now throws(TimelineError) in
            clock.advance(by: 7.3)
            let entry = MarkedEntry(grid.date(at: now).timeIntervalSince(start))
            return try ProviderOutcome(
                normalizing: Timeline(entries: [entry], policy: .after(grid.date(after: now))), now: now)
        }
        let dates = report.events.compactMap(\.entryDate)
        #expect(dates == (0..<480).map { start + Double($0) * 180 })
    }

    @Test(arguments: [10.0, -10.0])
    func `a clock that jumps ten years during the span leaves a widget that goes on`(years: Double) {
        let clock = VirtualClock(start)
        var calls = 0
        let report = Simulation(clock: clock, span: 20 * 31_557_600, eventLimit: 2000).run {
            now throws(TimelineError) in
            calls += 1
            if calls == 3 { clock.advance(by: years * 31_557_600) }
            let seconds = now.timeIntervalSince(start)
            return try ProviderOutcome<MarkedEntry>([seconds], .after(now + 180), now: seconds)
        }
        #expect(report.isTruncated)
        let steps = gaps(dates(.call, in: report))
        #expect(steps.filter { $0 == 180 }.count > 450)
        #expect(steps.filter { $0 != 180 }.count <= 2)
        #expect(steps.allSatisfy { abs($0) >= 60 })
    }

    @Test func `a simulation is the same each time, and its report survives JSON`() throws {
        let rules = ReloadRules(budget: .widgetKit, jitter: 20, seed: 7)
        let report = day(Shape.photo, rules: rules)
        #expect(report == day(Shape.photo, rules: rules))
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(SimulationReport.self, from: data) == report)
    }

    @Test(arguments: [0, -1, Double.nan, -Double.infinity])
    func `a span of nothing has no events`(span: Double) {
        let report = Simulation(clock: VirtualClock(start), span: span).run { _ throws(TimelineError) in
            try ProviderOutcome<MarkedEntry>([0], .never)
        }
        #expect(report.events.isEmpty)
        #expect(report.end == start)
    }

    @Test func `a span without end ends with a hundred years`() {
        let clock = VirtualClock(start)
        let report = Simulation(clock: clock, span: .infinity).run { _ throws(TimelineError) in
            try ProviderOutcome<MarkedEntry>([0], .never)
        }
        #expect(report.calls == 1)
        #expect(clock.now == start + 3_155_760_000)
    }
}
