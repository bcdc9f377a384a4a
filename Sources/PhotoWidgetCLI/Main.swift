internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

/// The program: takes its words apart, runs a command, and leaves with a status that says how it went.
@main
struct Main {
    static func main() {
        // A reader that goes away is an error of write(2), not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        let shell = Shell(
            out: FileDescriptorOutput(descriptor: STDOUT_FILENO), err: FileDescriptorOutput(descriptor: STDERR_FILENO),
            environment: ProcessWords.environment, now: { Date() })
        let words = ProcessWords.arguments
        // While there is one thread: each confines itself and those that it starts, and no other.
        let outcome = Confinement(words, in: shell)?.apply() ?? .unsupported
        if case .refused(let number) = outcome { Program.warn(ofRefusal: number, in: shell) }
        guard let command = words.first.flatMap(CommandList.command(named:)), command.runsWidgets else {
            exit(Program.run(words, in: shell).rawValue)
        }
        // The main thread is the widgets': it serves the main queue while another does the work.
        DispatchQueue(label: "program").async { exit(Program.run(words, in: shell).rawValue) }
        dispatchMain()
    }
}
