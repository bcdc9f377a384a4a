public import FoundationEssentials

/// How many reloads a widget may spend in any 24 hours, so that it cannot eat network and power.
///
/// The reloads are spread: a few may come at once, the others are earned back evenly over the day (a token bucket). A
/// widget that asks too often thus gets slower, instead of fast for two hours and silent for twenty-two.
///
/// - Source: WidgetKit, "Keeping a widget up to date": 40 to 70 in a sliding 24 hours, every 15 to 60 minutes.
public struct DailyBudget: Hashable, Sendable {
    /// Reloads in any 24 hours, at least 0.
    public let reloads: Int
    /// How many of them may come at once, from 1 to `reloads`.
    public let burst: Int

    /// Makes a budget; without `burst`, a quarter may come at once.
    public init(reloads: Int, burst: Int? = nil) {
        self.reloads = max(reloads, 0)
        self.burst = min(max(burst ?? reloads / 4, 1), max(reloads, 1))
    }

    /// The middle of what WidgetKit grants: 48 a day, one in 40 minutes once 12 are spent.
    public static let widgetKit = DailyBudget(reloads: 48)

    /// Reloads earned back in a second: burst + a day's earnings = `reloads`.
    var rate: Double { Double(reloads - min(burst, reloads)) / 86_400 }
}

/// How much of a ``DailyBudget`` is left.
public struct BudgetLevel: Codable, Hashable, Sendable {
    /// Reloads that may be spent, with the fraction already earned of the next, at `date`; `nil` before the first.
    private(set) var left: Double?
    /// The moment for which `left` is right.
    private(set) var date: Date?

    /// A budget of which nothing is spent.
    public init() {}

    /// Reloads that may be spent at a date, with the fraction already earned of the next.
    public func left(of budget: DailyBudget, at now: Date) -> Double {
        guard budget.reloads > 0 else { return 0 }
        guard let left, let date else { return Double(budget.burst) }
        return min(max(left, 0) + max(now.timeIntervalSince(date), 0) * budget.rate, Double(budget.burst))
    }

    /// The first date, not before another, at which one may be spent; `nil` if never.
    func date(for budget: DailyBudget, from start: Date) -> Date? {
        let left = left(of: budget, at: start)
        if left >= 1 { return start }
        return budget.rate > 0 ? start + (1 - left) / budget.rate : nil
    }

    /// Takes one.
    mutating func spend(from budget: DailyBudget, at now: Date) {
        left = max(left(of: budget, at: now) - 1, 0)
        date = now
    }

    /// Moves the moment with a clock that was set back.
    mutating func shift(by seconds: TimeInterval) {
        date = date.map { $0 + seconds }
    }
}
