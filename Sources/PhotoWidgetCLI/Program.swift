internal import Glibc
internal import PhotoWidget

/// From words to an exit status.
enum Program {
    /// Runs a command line.
    static func run(_ words: [String], in shell: Shell) -> ExitStatus {
        do {
            return try dispatch(words, in: shell)
        } catch OutputError.closed {
            // The reader has what it wanted.
            return .done
        } catch {
            return report(Failure(error), words: words, in: shell)
        }
    }

    /// Says that the kernel has refused to confine the program, which goes on as on a kernel that cannot.
    static func warn(ofRefusal number: Int32, in shell: Shell) {
        let reason = unsafe String(cString: strerror(number))
        // A warning that cannot be written is no reason to stop.
        try? shell.err.print("photowidget: warning: the kernel does not confine the program to its files: \(reason)")
    }

    private static func dispatch(_ words: [String], in shell: Shell) throws -> ExitStatus {
        guard let word = words.first else { throw UsageError.noCommand }
        switch word {
        case "-h", "--help":
            try shell.out.print(HelpText.program)
            return .done
        case "--version":
            try VersionText.print(in: shell, asJSON: words.contains("--json"))
            return .done
        default: break
        }
        guard let command = CommandList.command(named: word) else {
            let names = CommandList.all.map { $0.specification.name }
            throw word.hasPrefix("-")
                ? UsageError.unknownOption(word, command: "photowidget", nearest: nil)
                : UsageError.unknownCommand(word, nearest: Nearest.word(to: word, among: names))
        }
        let arguments = try Arguments(Array(words.dropFirst()), for: command.specification)
        if arguments.has(.help) {
            try shell.out.print(HelpText.text(of: command.specification))
            return .done
        }
        if arguments.has(.version) {
            try VersionText.print(in: shell, asJSON: arguments.has(.json))
            return .done
        }
        return try command.init(arguments).run(in: shell)
    }

    /// One line on stderr; with `--json` an object on stdout too.
    private static func report(_ failure: Failure, words: [String], in shell: Shell) -> ExitStatus {
        // If even the error cannot be written, the status still tells.
        try? shell.err.print("photowidget: \(VisibleText.line(failure.message))")
        let options = words.prefix { $0 != "--" }
        if options.contains("--json") {
            try? shell.out.print(failure.json.compact)
        }
        return failure.status
    }
}
