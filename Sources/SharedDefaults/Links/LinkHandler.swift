import Glibc
import Storage

/// A scheme's command: run by its words, never through a shell, the address as one word more.
struct LinkHandler {
    /// The command and its words; a word behind the command that is `%u` is where the address goes, else it comes last.
    let words: [String]

    /// Runs the command and waits for its end.
    ///
    /// Its input is empty, its output goes to standard error.
    /// - Throws: ``LinkError/handlerFailed(command:id:reason:)`` where it cannot be started, or ends with anything but 0.
    func run(_ event: LinkEvent) throws(LinkError) {
        let command = words.first ?? ""
        let rest = words.dropFirst()
        let all =
            [command] + (rest.contains("%u") ? rest.map { $0 == "%u" ? event.url.text : $0 } : rest + [event.url.text])
        let reason =
            switch ProgramStarter.run(all) {
            case .exited(0): nil as String?
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "ended by signal \(signal)"
            case .failed(let number): unsafe String(cString: strerror(number))
            }
        if let reason { throw .handlerFailed(command: command, id: event.id, reason: reason) }
    }
}
