public import FoundationEssentials
internal import Synchronization

/// A clock that stands still until it is moved; waiting moves it.
public final class VirtualClock: WidgetClock {
    private let time: Mutex<Date>

    /// Makes a clock that shows a date.
    public init(_ start: Date) {
        time = Mutex(start)
    }

    /// The date that the clock was last moved to.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock to a date, forwards or back, as a person or a time server does.
    public func set(_ date: Date) {
        time.withLock { $0 = date }
    }

    /// Moves the clock by seconds; below zero moves it back.
    public func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Moves the clock to a date that lies ahead, at once.
    public func wait(until date: Date) -> ClockWait {
        time.withLock { $0 = max($0, date) }
        return .reached
    }
}
