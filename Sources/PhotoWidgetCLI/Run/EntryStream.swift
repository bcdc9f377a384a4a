internal import PhotoWidget
internal import Synchronization

/// Entries of several instances on one output, a line each.
final class EntryStream: Sendable {
    private let out: any TextOutput
    private let interruption: Interruption
    private let failure = Mutex<OutputError?>(nil)

    /// Writes to an output; when that cannot be written to, the program is asked to end.
    init(_ out: any TextOutput, interruption: Interruption) {
        self.out = out
        self.interruption = interruption
    }

    /// Writes one entry.
    func print(_ entry: PublishedEntry) {
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(OutputError) { try out.print(entry.json.compact) } catch { failure = error }
            if failure != nil { interruption.come() }
        }
    }

    /// Throws what stood in the way of writing.
    func check() throws(OutputError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
