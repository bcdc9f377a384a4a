internal import PhotoWidget
internal import Synchronization

/// What is being done, on one line that replaces itself; nothing where nobody looks.
final class ProgressLine: Sendable {
    private let output: any TextOutput
    private let isShown: Bool
    private let isEmpty = Mutex(true)

    /// Shows on a terminal only, and not when told to be quiet or plain.
    init(_ output: any TextOutput, isWanted: Bool) {
        self.output = output
        isShown = isWanted && output.isTerminal
    }

    /// Replaces the line.
    func show(_ text: String) {
        guard isShown else { return }
        isEmpty.withLock { $0 = false }
        // A progress line that cannot be written is no reason to stop the work.
        try? output.write(Array("\r\u{1B}[K\(VisibleText.line(text, limit: 78))".utf8))
    }

    /// Takes the line away.
    func clear() {
        guard isShown else { return }
        isEmpty.withLock { wasEmpty in
            if !wasEmpty { try? output.write(Array("\r\u{1B}[K".utf8)) }
            wasEmpty = true
        }
    }
}
