package import FoundationEssentials
internal import Synchronization

/// A clock that stands still until a test moves it; it starts at 2026-11-30T01:38:00Z.
package final class TestClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_796_002_680))

    /// Makes the clock.
    package init() {}

    /// What the clock shows.
    package var now: Date { date.withLock { $0 } }

    /// Moves the clock by seconds.
    package func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}
