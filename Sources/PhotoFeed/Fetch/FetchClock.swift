public import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// Time and chance as a fetcher sees them, passed in so that tests need neither.
public struct FetchClock: Sendable {
    /// The time of day, for dates in answers.
    public var now: @Sendable () -> Date
    /// Time that only runs forward, from any start, for limits.
    public var uptime: @Sendable () -> Duration
    /// Lets the thread rest.
    public var sleep: @Sendable (Duration) -> Void
    /// A random number, 0 ..< 1.
    public var random: @Sendable () -> Double

    /// Makes a clock of its parts.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) -> Void, random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
        self.random = random
    }

    /// The machine's clock, with the time of day from elsewhere (`--now`).
    public static func system(now: @escaping @Sendable () -> Date) -> FetchClock {
        let start = ContinuousClock.now
        return FetchClock(
            now: now,
            uptime: { ContinuousClock.now - start },
            sleep: { duration in
                var rest = timespec(
                    tv_sec: Int(max(duration.components.seconds, 0)),
                    tv_nsec: Int(max(duration.components.attoseconds / 1_000_000_000, 0)))
                var left = timespec()
                while unsafe nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
            },
            random: { Double.random(in: 0..<1) })
    }
}
