internal import Synchronization

/// The place where a provider's completion puts its value, and where the session finds it.
///
/// The completion holds a token; the token is freed with the last copy of the completion. So an answer that can no
/// longer come is known at once, without waiting for the deadline.
final class Answer<Value>: Sendable {
    /// What the session finds.
    enum State: Sendable {
        case awaited
        case given(Handed<Value>, again: Int)
        case dropped
        case closed
    }

    private let state = Mutex(State.awaited)
    private let waiter: any AnswerWaiter

    init(waiter: any AnswerWaiter) {
        self.waiter = waiter
    }

    /// The closure to hand to the provider; call this once, and keep no copy.
    func completion() -> @Sendable (Value) -> Void {
        let token = Token(answer: self)
        return { value in token.answer.give(Handed(value: value)) }
    }

    /// Whether a value was given, or none can come.
    var isSettled: Bool {
        state.withLock { state in
            if case .awaited = state { false } else { true }
        }
    }

    /// Ends the question: what was given until now counts, what comes later is ignored.
    func close() -> State {
        state.withLock { state in
            let last = state
            state = .closed
            return last
        }
    }

    private func give(_ value: Handed<Value>) {
        let isFirst = state.withLock { state in
            switch state {
            case .awaited:
                state = .given(value, again: 0)
                return true
            case .given(let first, let again):
                state = .given(first, again: again + 1)
            case .dropped, .closed: break
            }
            return false
        }
        if isFirst { waiter.signal() }
    }

    private func drop() {
        let isLost = state.withLock { state in
            guard case .awaited = state else { return false }
            state = .dropped
            return true
        }
        if isLost { waiter.signal() }
    }

    /// Lives as long as a copy of the completion does.
    private final class Token: Sendable {
        let answer: Answer

        init(answer: Answer) { self.answer = answer }

        deinit { answer.drop() }
    }
}

/// A value on its way from the provider's thread to the session's, or a call on its way to the provider's.
///
/// Unchecked, since an entry of a listing written for iPhone may hold classes: the value is stored under the lock of
/// ``Answer`` and read, once, by the session after it has closed the answer under the same lock. That the provider
/// does not touch what it has handed over is WidgetKit's own rule for completions. A call is made once, by the thread that
/// it was handed to, while the session waits; one that is left behind at the deadline goes on with what is its own, and
/// its provider is not called again before it has ended.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}
