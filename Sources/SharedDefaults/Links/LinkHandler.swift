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
        var process = pid_t()
        let code = Self.spawn(all, &process)
        guard code == 0 else {
            throw .handlerFailed(command: command, id: event.id, reason: unsafe String(cString: strerror(code)))
        }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw .handlerFailed(command: command, id: event.id, reason: unsafe String(cString: strerror(errno)))
            }
        }
        // How wait(2) packs them: the signal in the low seven bits, the exit status above.
        let (signal, exit) = (status & 0x7F, status >> 8 & 0xFF)
        if signal != 0 { throw .handlerFailed(command: command, id: event.id, reason: "ended by signal \(signal)") }
        if exit != 0 { throw .handlerFailed(command: command, id: event.id, reason: "exit status \(exit)") }
    }

    private static func spawn(_ words: [String], _ process: inout pid_t) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // This program ignores SIGPIPE, and a child would inherit that.
        var standard = sigset_t()
        unsafe sigemptyset(&standard)
        unsafe sigaddset(&standard, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &standard)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = unsafe words.map { word in unsafe Path.withCString(word) { unsafe strdup($0) } } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        return unsafe Path.withCString(words[0]) { command in
            unsafe posix_spawnp(&process, command, &actions, &attributes, &arguments, environ)
        }
    }
}
