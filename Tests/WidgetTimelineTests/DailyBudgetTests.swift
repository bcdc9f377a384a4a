import FoundationEssentials
import Testing

@testable import WidgetTimeline

@Suite struct DailyBudgetTests {
    @Test(arguments: [
        (48, Int?.none, 48, 12), (48, 5, 48, 5), (48, 100, 48, 48), (48, 0, 48, 1), (3, nil, 3, 1), (0, nil, 0, 1),
        (-7, -7, 0, 1),
    ])
    func `a budget is at least none, and its burst within it`(reloads: Int, burst: Int?, total: Int, atOnce: Int) {
        let budget = DailyBudget(reloads: reloads, burst: burst)
        #expect(budget.reloads == total)
        #expect(budget.burst == atOnce)
    }

    @Test(arguments: [
        DailyBudget(reloads: 48), DailyBudget(reloads: 40, burst: 1), DailyBudget(reloads: 70, burst: 70),
    ])
    func `whoever takes all there is gets no more than the budget in any 24 hours`(budget: DailyBudget) {
        var level = BudgetLevel()
        var spent: [Date] = []
        var now = start
        while now < start + 3 * 86_400 {
            if level.date(for: budget, from: now) == now {
                level.spend(from: budget, at: now)
                spent.append(now)
            }
            now += 60
        }
        for (index, date) in spent.enumerated() {
            #expect(spent[index...].prefix { $0 < date + 86_400 }.count <= budget.reloads)
        }
        #expect(spent.count >= budget.burst)
    }

    @Test func `what is spent comes back evenly`() {
        let budget = DailyBudget(reloads: 48)
        var level = BudgetLevel()
        for _ in 0..<12 { level.spend(from: budget, at: start) }
        #expect(level.left(of: budget, at: start) == 0)
        #expect(level.date(for: budget, from: start) == start + 2400)
        #expect(abs(level.left(of: budget, at: start + 6000) - 2.5) < 1e-9)
        #expect(level.left(of: budget, at: start + 1_000_000) == 12)
    }

    @Test func `a budget of nothing never comes`() {
        #expect(BudgetLevel().date(for: DailyBudget(reloads: 0), from: start) == nil)
    }
}
