internal import Dispatch
public import FoundationEssentials

/// How a session waits for an answer that comes from another thread; one waiter for each question.
public protocol AnswerWaiter: Sendable {
    /// Says, from any thread, that there is nothing more to wait for; also before ``wait(seconds:)`` is called.
    func signal()
    /// Blocks the thread until signalled, or until the seconds have passed.
    func wait(seconds: TimeInterval)
}

/// Waits for real, on a semaphore, by a clock that wall time cannot move.
public struct SemaphoreWaiter: AnswerWaiter {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Makes a waiter.
    public init() {}

    /// Lets one wait return.
    public func signal() {
        semaphore.signal()
    }

    /// Blocks until signalled, or until the seconds have passed; a day at most.
    public func wait(seconds: TimeInterval) {
        // Also of a time that is not a number.
        let seconds = seconds > 0 ? min(seconds, 86_400) : 0
        _ = semaphore.wait(timeout: .now() + .milliseconds(Int(seconds * 1000)))
    }
}
