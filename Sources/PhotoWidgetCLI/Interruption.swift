internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// SIGTERM and SIGINT as an orderly wish to end.
///
/// What is being written is finished, and a transfer is given up. If that takes longer than `grace`, the process ends
/// all the same: every write here is whole or nothing, so that does no harm.
final class Interruption: Sendable {
    /// How long the work may take to end.
    private static let grace = DispatchTimeInterval.milliseconds(800)
    /// The longest sleep without a look at the clock, in seconds: the wall clock may be set while we sleep.
    private static let longestSleep: TimeInterval = 30

    private let flag = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)
    // Kept so that they go on listening; nobody touches them after `init`.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    private let onArrival: @Sendable () -> Void

    /// Starts to listen; `onArrival` wakes what sleeps elsewhere.
    init(onArrival: @escaping @Sendable () -> Void = {}) {
        self.onArrival = onArrival
        let queue = DispatchQueue(label: "interruption")
        unsafe sources = [SIGTERM, SIGINT].map { number in
            // The default action would end the process before the source hears of it.
            _ = signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for source in unsafe sources {
            source.setEventHandler { [self] in come(on: queue) }
            source.activate()
        }
    }

    /// Whether the program has been asked to end.
    var hasCome: Bool { flag.load(ordering: .acquiring) }

    /// Sleeps until a moment of the wall clock `now`, also across a suspend, or until the program is asked to end.
    func wait(until date: Date, now: () -> Date) {
        while !hasCome {
            let rest = date.timeIntervalSince(now())
            guard rest > 0 else { return }
            _ = wake.wait(wallTimeout: .now() + .microseconds(Int(min(rest, Self.longestSleep) * 1e6) + 1))
        }
    }

    private func come(on queue: DispatchQueue) {
        flag.store(true, ordering: .releasing)
        wake.signal()
        onArrival()
        queue.asyncAfter(deadline: .now() + Self.grace) { exit(ExitStatus.done.rawValue) }
    }
}
