import FoundationEssentials
import Testing

@testable import WidgetTimeline

@Suite struct ReloadRulesTests {
    @Test(arguments: [0, -60, Double.nan, -Double.infinity])
    func `a floor that is none is raised`(floor: Double) {
        #expect(ReloadRules(floor: floor).floor == 0.1)
    }

    @Test func `a wait for ever is a year`() {
        #expect(ReloadRules(floor: .infinity).floor == 31_536_000)
    }

    @Test func `back-off doubles up to its limit`() {
        let rules = ReloadRules()
        #expect((1...8).map { rules.backOff(after: $0) } == [60, 120, 240, 480, 960, 1920, 3600, 3600])
        #expect(rules.backOff(after: .max) == 3600)
        #expect(rules.backOff(after: 0) == 60)
    }

    @Test func `jitter is the same for the same seed, spread, and within its limit`() {
        let rules = ReloadRules(jitter: 30, seed: 1)
        let delays = (0..<1000).map { rules.jitter(of: $0) }
        #expect(delays == (0..<1000).map { ReloadRules(jitter: 30, seed: 1).jitter(of: $0) })
        #expect(delays.allSatisfy { (0..<30).contains($0) })
        #expect(Set(delays).count == 1000)
        #expect((13...17).contains(delays.reduce(0, +) / 1000))
        #expect(rules.jitter(of: 0) != ReloadRules(jitter: 30, seed: 2).jitter(of: 0))
        #expect(ReloadRules().jitter(of: 5) == 0)
    }
}
