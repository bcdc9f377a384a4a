internal import Dispatch
internal import Synchronization

/// The main actor, for code on threads that are not `async`.
enum MainThread {
    private static let mark = DispatchSpecificKey<Bool>()

    /// Does work on the main actor and waits for it; `nil` where that takes longer than `patience`.
    ///
    /// The main thread has to serve the main queue. Where it itself asks, nobody else would answer it: it does the work
    /// at once.
    static func run<Result: Sendable>(
        patience: DispatchTimeInterval, _ work: @escaping @MainActor @Sendable () -> Result
    ) -> Result? {
        DispatchQueue.main.setSpecific(key: mark, value: true)
        if DispatchQueue.getSpecific(key: mark) == true { return MainActor.assumeIsolated(work) }
        let answer = MainThreadAnswer<Result>()
        Task { @MainActor in answer.give(work()) }
        return answer.wait(until: .now() + patience)
    }
}

/// The place where the main actor puts what it has done.
private final class MainThreadAnswer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let bell = DispatchSemaphore(value: 0)

    func give(_ found: Value) {
        value.withLock { $0 = found }
        bell.signal()
    }

    func wait(until deadline: DispatchTime) -> Value? {
        _ = bell.wait(timeout: deadline)
        return value.withLock { $0 }
    }
}
