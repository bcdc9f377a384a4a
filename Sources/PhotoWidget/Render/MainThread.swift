internal import Dispatch
internal import Synchronization

/// The main actor, for code on threads that are not `async`.
enum MainThread {
    /// What tells the main queue from all others; set once, since setting it again frees what another thread may be reading.
    private static let mark = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// How long the work may wait for its turn, which other work may hold up.
    private static let turn = DispatchTimeInterval.seconds(60)
    /// How long the work itself may take: as long as a provider may for its answer.
    private static let patience = DispatchTimeInterval.seconds(30)

    /// Does work on the main actor and waits for it; `nil` where that takes too long.
    ///
    /// The main thread has to serve the main queue. Where it itself asks, nobody else would answer it: it does the work
    /// at once.
    static func run<Result: Sendable>(_ work: @escaping @MainActor @Sendable () -> Result) -> Result? {
        if DispatchQueue.getSpecific(key: mark) == true { return MainActor.assumeIsolated(work) }
        let answer = MainThreadAnswer<Result>()
        Task { @MainActor in
            answer.begin()
            answer.give(work())
        }
        return answer.wait(turn, patience)
    }
}

/// The place where the main actor puts what it has done.
private final class MainThreadAnswer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let beginning = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    func begin() { beginning.signal() }

    func give(_ found: Value) {
        value.withLock { $0 = found }
        end.signal()
    }

    /// Waits for the work to begin, and then for it to end.
    func wait(_ turn: DispatchTimeInterval, _ patience: DispatchTimeInterval) -> Value? {
        guard beginning.wait(timeout: .now() + turn) == .success else { return nil }
        _ = end.wait(timeout: .now() + patience)
        return value.withLock { $0 }
    }
}
