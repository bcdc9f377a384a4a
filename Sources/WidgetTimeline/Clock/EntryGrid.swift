public import FoundationEssentials

/// Dates at equal steps from a start: start, start + every, start + 2 · every and so on.
///
/// A provider that dates its entries by the grid does not drift, however long each of its answers takes.
public struct EntryGrid: Hashable, Sendable {
    /// The first date.
    public var start: Date
    /// The step in seconds, at least 0.001.
    public let every: TimeInterval

    /// Makes a grid; a step that is not a number of at least a millisecond becomes a millisecond.
    public init(start: Date, every: TimeInterval) {
        self.start = start
        self.every = every.isFinite ? max(every, 0.001) : 0.001
    }

    /// The last date of the grid that is not later than a date, also before the start.
    public func date(at now: Date) -> Date {
        self[step(at: now)]
    }

    /// The first date of the grid that is later than a date.
    public func date(after now: Date) -> Date {
        self[step(at: now) + 1]
    }

    /// A number of dates in a row, the first as ``date(at:)`` has it.
    public func dates(from now: Date, count: Int) -> [Date] {
        let first = step(at: now)
        return (0..<max(count, 0)).map { self[first + Double($0)] }
    }

    private subscript(step: Double) -> Date { start + step * every }

    /// The number of the step; counted, since rounding may put the quotient on the wrong side of a date.
    private func step(at now: Date) -> Double {
        let step = (now.timeIntervalSince(start) / every).rounded(.down)
        if self[step + 1] <= now { return step + 1 }
        return self[step] > now ? step - 1 : step
    }
}
