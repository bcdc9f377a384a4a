internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// SIGTERM and SIGINT as an orderly wish to end.
///
/// What is being written is finished, and a transfer is given up. If that takes longer than `grace`, the process ends
/// all the same: every write here is whole or nothing, so that does no harm.
package final class Interruption: Sendable {
    /// How long the work may take to end.
    private static let grace = DispatchTimeInterval.milliseconds(800)

    private let flag = Atomic(false)
    private let listeners: Mutex<[@Sendable () -> Void]>
    // Kept so that they go on listening; nobody touches them after `init`.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Starts to listen to signals; `onArrival` wakes what sleeps elsewhere.
    package init(signals: [Int32] = [SIGTERM, SIGINT], onArrival: @escaping @Sendable () -> Void = {}) {
        listeners = Mutex([onArrival])
        let queue = DispatchQueue(label: "interruption")
        unsafe sources = signals.map { number in
            // The default action would end the process before the source hears of it.
            _ = signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        // A signal that comes before the kernel knows its source is ignored, and lost.
        let registered = DispatchSemaphore(value: 0)
        for source in unsafe sources {
            source.setEventHandler { [self] in
                come()
                queue.asyncAfter(deadline: .now() + Self.grace) { exit(EXIT_SUCCESS) }
            }
            source.setRegistrationHandler { registered.signal() }
            source.activate()
        }
        for _ in signals { registered.wait() }
    }

    /// Whether the program has been asked to end.
    package var hasCome: Bool { flag.load(ordering: .acquiring) }

    /// Calls a closure, from any thread, when the program is asked to end.
    package func onComing(_ body: @escaping @Sendable () -> Void) {
        listeners.withLock { $0.append(body) }
        if hasCome { body() }
    }

    /// Asks the program to end, as a signal does, but in its own time.
    package func come() {
        flag.store(true, ordering: .releasing)
        for body in listeners.withLock({ $0 }) { body() }
    }
}
