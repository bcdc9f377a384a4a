public import FoundationEssentials

/// How often a widget may ask its provider; all times in seconds.
public struct ReloadRules: Hashable, Sendable {
    /// The least time between two reloads that the timeline asks for, at least 0.1; 60 by default.
    public let floor: TimeInterval
    /// The least time between a reload and one that a program or a person asks for; 1 by default.
    public let requestFloor: TimeInterval
    /// How long a request of a program waits for others to join it, so that quick writes share one reload; 0 by default.
    public let settling: TimeInterval
    /// How many reloads a day may bring; `nil`, the default, is no limit.
    public let budget: DailyBudget?
    /// The most by which a reload that the timeline asks for comes later, so that a herd spreads; 0 by default.
    public let jitter: TimeInterval
    /// Chooses the jitter within its limit: another seed for each widget and machine, the same for the same result.
    public let seed: UInt64
    /// The wait after the first failure, which doubles with each failure in a row; 60 by default.
    public let firstBackOff: TimeInterval
    /// The longest wait after a failure, also where a server asks for longer; 3600 by default.
    public let longestBackOff: TimeInterval
    /// After this time a running reload counts as lost, as when its process was killed; 120 by default.
    public let longestCall: TimeInterval

    /// Makes rules; a value that is no number, or below what is allowed, is raised to that.
    public init(
        floor: TimeInterval = 60, requestFloor: TimeInterval = 1, settling: TimeInterval = 0,
        budget: DailyBudget? = nil, jitter: TimeInterval = 0, seed: UInt64 = 0, firstBackOff: TimeInterval = 60,
        longestBackOff: TimeInterval = 3600, longestCall: TimeInterval = 120
    ) {
        /// A year is as good as for ever, and keeps every sum of dates a date.
        func seconds(_ value: TimeInterval, atLeast least: TimeInterval) -> TimeInterval {
            value > least ? min(value, 31_536_000) : least
        }
        self.floor = seconds(floor, atLeast: 0.1)
        self.requestFloor = seconds(requestFloor, atLeast: 0)
        self.settling = seconds(settling, atLeast: 0)
        self.budget = budget
        self.jitter = seconds(jitter, atLeast: 0)
        self.seed = seed
        self.firstBackOff = seconds(firstBackOff, atLeast: 0.1)
        self.longestBackOff = seconds(longestBackOff, atLeast: self.firstBackOff)
        self.longestCall = seconds(longestCall, atLeast: 1)
    }

    /// The same rules for requests that do not wait for others, where nobody is there to join them.
    package var withoutSettling: ReloadRules {
        ReloadRules(
            floor: floor, requestFloor: requestFloor, budget: budget, jitter: jitter, seed: seed,
            firstBackOff: firstBackOff, longestBackOff: longestBackOff, longestCall: longestCall)
    }

    /// The delay of a reload within the jitter; `count` is the number of the reload.
    func jitter(of count: UInt64) -> TimeInterval {
        guard jitter > 0 else { return 0 }
        // SplitMix64: one step from the seed and the count, so that no generator must be kept.
        var bits = seed &+ (count &+ 1) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return jitter * Double(bits >> 11) / Double(1 << 53)
    }

    /// The wait after a number of failures in a row.
    func backOff(after failures: Int) -> TimeInterval {
        min(firstBackOff * Double(1 << min(max(failures - 1, 0), 30)), longestBackOff)
    }
}
