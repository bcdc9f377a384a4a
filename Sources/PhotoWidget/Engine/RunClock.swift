internal import Dispatch
internal import FoundationEssentials
internal import WidgetTimeline

/// The wall clock of one instance's loop: a wait ends when the date has come, when somebody wakes it, or when the program
/// is asked to end.
final class RunClock: WidgetClock {
    /// The longest sleep without a look at the clock, in seconds: the wall clock may be set while we sleep.
    private static let longestSleep: TimeInterval = 30

    private let clock: @Sendable () -> Date
    private let interruption: Interruption
    private let bell = DispatchSemaphore(value: 0)

    /// Makes a clock that shows what `now` says, and that an interruption wakes.
    init(_ now: @escaping @Sendable () -> Date, interruption: Interruption) {
        clock = now
        self.interruption = interruption
        interruption.onComing { [bell] in bell.signal() }
    }

    var now: Date { clock() }

    /// Ends the wait that is going on, or the next one.
    func wake() { bell.signal() }

    /// Sleeps, also across a suspend.
    func wait(until date: Date) -> ClockWait {
        while !interruption.hasCome {
            let rest = date.timeIntervalSince(now)
            guard rest > 0 else { return .reached }
            let nap = DispatchWallTime.now() + .microseconds(Int(min(rest, Self.longestSleep) * 1e6) + 1)
            if bell.wait(wallTimeout: nap) == .success { return .interrupted }
        }
        return .interrupted
    }
}
