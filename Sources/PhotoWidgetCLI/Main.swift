internal import FoundationEssentials
internal import Glibc

/// The program: takes its words apart, runs a command, and leaves with a status that says how it went.
@main
struct Main {
    static func main() {
        // A reader that goes away is an error of write(2), not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        let process = ProcessInfo.processInfo
        let shell = Shell(
            out: FileDescriptorOutput(descriptor: STDOUT_FILENO), err: FileDescriptorOutput(descriptor: STDERR_FILENO),
            environment: process.environment, now: { Date() })
        exit(Program.run(Array(process.arguments.dropFirst()), in: shell).rawValue)
    }
}
