import FoundationEssentials
import PhotoWidget
import Storage
import Testing

@Suite struct WidgetReloadTests {
    private let widget: ScriptedWidget
    private var clock: VirtualClock { widget.clock }

    init() throws {
        widget = try ScriptedWidget()
        widget.set([(0, "old")], .never)
        _ = try widget.engine().refresh()
        widget.set([(0, "new")], .never)
    }

    @Test func `a reload is granted, and done by whoever asks`() throws {
        clock.advance(by: 10)
        let report = try reload(by: .program)
        #expect(report.answer == .granted && !report.isDaemons)
        #expect(report.entry?.mark == "new")
    }

    @Test func `a reload that comes soon is waited for`() throws {
        let start = clock.now
        let report = try reload(by: .person)
        #expect(report.answer == .deferred(until: start + 1, because: .floor))
        #expect(report.entry?.mark == "new")
        #expect(clock.now == start + 1)
    }

    @Test func `a reload that the budget puts off is left to the schedule`() throws {
        let rules = ReloadRules(budget: DailyBudget(reloads: 24, burst: 1))
        clock.advance(by: 10)
        #expect(try reload(by: .program, rules).entry != nil)
        clock.advance(by: 10)
        let report = try reload(by: .program, rules)
        guard case .deferred(let date, because: .budget) = report.answer else {
            Issue.record("\(report.answer)")
            return
        }
        #expect(report.entry == nil && widget.calls == 2)
        #expect(try widget.engine(rules: rules).next()?.date == date)
        // A person is never held back by the budget.
        #expect(try reload(by: .person, rules).entry?.mark == "new")
    }

    @Test func `a widget without a budget refuses a program`() throws {
        let report = try reload(by: .program, ReloadRules(budget: DailyBudget(reloads: 0)))
        #expect(report.answer == .refused(because: .noBudget) && report.entry == nil)
    }

    @Test func `an old failure holds a program, but not what was written since`() throws {
        widget.fail()
        clock.advance(by: 10)
        _ = try widget.engine().refresh()
        widget.set([(0, "mended")], .never)
        clock.advance(by: 10)
        let program = try reload(by: .program)
        #expect(program.answer == .coalesced(with: clock.now + 50) && program.entry == nil)
        let writer = try reload(by: .writer)
        #expect(writer.answer == .granted && writer.entry?.mark == "mended")
    }

    @Test func `a reload that fails says why, and keeps the last good entry`() throws {
        widget.fail()
        clock.advance(by: 10)
        let report = try reload(by: .writer)
        #expect(report.entry?.mark == "old" && report.entry?.status == .stale)
        #expect(report.entry?.reason == "the provider gave up without an answer")
    }

    @Test func `where a daemon runs the widget, it is woken and does the reload`() throws {
        let daemon = widget.engine(rules: ReloadRules(settling: 0.1))
        let lock = try daemon.daemonLock()
        clock.advance(by: 10)
        let report = try widget.engine(rules: ReloadRules(settling: 0.1)).reload(by: .writer, clock: clock) {
            // What the daemon's loop does when its time has come.
            clock.advance(by: 0.1)
            #expect(throws: Never.self) { try daemon.advance() }
        }
        #expect(report.isDaemons && report.answer == .granted && report.entry?.mark == "new")
        #expect(widget.calls == 2)
        extendLifetime(lock)
    }

    @Test func `a daemon that does not answer is not waited for for ever`() throws {
        let lock = try widget.engine().daemonLock()
        clock.advance(by: 10)
        let report = try reload(by: .person)
        #expect(report.isDaemons && report.answer == .granted && report.entry == nil)
        extendLifetime(lock)
    }

    @Test func `one instance has one daemon`() throws {
        let first = try widget.engine().daemonLock()
        let second = try widget.engine().daemonLock()
        let isTaken = second == nil
        #expect(isTaken)
        extendLifetime(first)
    }

    private func reload(by requester: ReloadRequester, _ rules: ReloadRules = ReloadRules()) throws -> ReloadReport {
        try widget.engine(rules: rules).reload(by: requester, clock: clock) {}
    }
}
