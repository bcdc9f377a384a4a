import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct VirtualClockTests {
    @Test func `waiting moves the clock to the date, never back`() {
        let clock = VirtualClock(start)
        #expect(clock.wait(until: start + 180) == .reached)
        #expect(clock.now == start + 180)
        #expect(clock.wait(until: start) == .reached)
        #expect(clock.now == start + 180)
    }

    @Test func `it can be moved by hand, also back`() {
        let clock = VirtualClock(start)
        clock.advance(by: 60)
        #expect(clock.now == start + 60)
        clock.set(start - 3600)
        #expect(clock.now == start - 3600)
    }
}
