import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct SchedulerStateTests {
    @Test func `a state read from disk decides as the one that was written`() throws {
        var scheduler = TimelineScheduler(rules: ReloadRules(budget: .widgetKit, jitter: 5, seed: 9))
        #expect(scheduler.advance(to: start) == [.reload(.first)])
        scheduler.accept(try ProviderOutcome([0, 0.1 + 0.2, 60], .after(start + 1 / 3)), at: start + 0.7)
        #expect(scheduler.advance(to: start + 0.7) == [.show(1)])
        _ = scheduler.request(by: .program, at: start + 0.9)
        scheduler.fail("no network", at: start + 0.95)

        let data = try JSONEncoder().encode(scheduler.state)
        let state = try JSONDecoder().decode(SchedulerState.self, from: data)
        #expect(state == scheduler.state)
        #expect(TimelineScheduler(rules: scheduler.rules, state: state) == scheduler)
    }

    @Test func `the entry of a date is the last that is not later`() throws {
        var scheduler = TimelineScheduler()
        _ = scheduler.advance(to: start)
        scheduler.accept(try ProviderOutcome([0, 60, 120], .never), at: start)
        let rows: [(Double, Int?)] = [(-0.001, nil), (0, 0), (59.9, 0), (60, 1), (119, 1), (120, 2), (1e9, 2)]
        for (seconds, index) in rows {
            #expect(scheduler.state.entryIndex(at: start + seconds) == index)
        }
        #expect(SchedulerState().entryIndex(at: start) == nil)
    }

    @Test(arguments: [
        #"{"entryDates":[60,0,60],"shown":7,"failures":-3,"reloads":0,"budget":{}}"#,
        #"{"entryDates":[0,60],"shown":-1,"failures":0,"reloads":0,"budget":{"left":-1e9,"date":0}}"#,
    ])
    func `what no scheduler writes is put right`(json: String) throws {
        let state = try JSONDecoder().decode(SchedulerState.self, from: Data(json.utf8))
        let scheduler = TimelineScheduler(rules: ReloadRules(budget: .widgetKit), state: state)
        #expect(scheduler.state.entryDates.map(\.timeIntervalSinceReferenceDate) == [0, 60])
        #expect(scheduler.state.shown == nil)
        #expect(scheduler.state.failures == 0)
        #expect(scheduler.next(after: start)?.date == start)
    }
}
