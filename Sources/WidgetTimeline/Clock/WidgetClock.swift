public import FoundationEssentials

/// Where every time comes from: the wall clock, or one that a test or a simulation turns by hand.
public protocol WidgetClock: Sendable {
    /// The date that the wall shows.
    var now: Date { get }

    /// Waits until the wall shows a date, on the thread of the caller.
    ///
    /// A date that has passed returns at once. A real clock must notice what a plain timer does not: a suspend (the
    /// wall moves on, timers stand still), and a wall that is set back while it waits, which interrupts the wait.
    func wait(until date: Date) -> ClockWait
}

/// Why a wait ended.
public enum ClockWait: Equatable, Sendable {
    /// The date has come.
    case reached
    /// Something wants attention earlier: a signal, a request to reload, a wall clock that was set.
    case interrupted
}
