internal import CSandbox
internal import Glibc
internal import Synchronization

/// Starts other programs, which a process that has confined itself cannot do with the rights that it had before.
package enum ProgramStarter {
    /// How a program came out.
    package enum End: Equatable, Sendable {
        /// It ended by itself, with a status.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
        /// It could not be started, or be waited for, for an error number of the system.
        case failed(Int32)
    }

    /// The socket of the process that starts programs; -1 where there is none.
    private static let socket = Atomic<Int32>(-1)

    /// Forks the process that starts programs, with the rights, the directory and the environment of this moment; called while
    /// the program has one thread, and before it confines itself.
    package static func prepare() throws(StorageError) {
        let made = CSandbox_fork_starter()
        guard made >= 0 else {
            throw .system(operation: "fork", path: "the process that starts programs", errno: errno)
        }
        socket.store(made, ordering: .releasing)
    }

    /// Runs a program, found in PATH where its name has no slash, and waits for its end.
    ///
    /// Its input is empty, its output goes to standard error. Without ``prepare()`` this process starts it.
    package static func run(_ words: [String]) -> End {
        guard let command = words.first, !words.contains(where: { $0.utf8.contains(0) }) else { return .failed(EINVAL) }
        let starter = socket.load(ordering: .acquiring)
        return starter >= 0 ? ask(starter, words) : start(command, words)
    }

    private static func ask(_ starter: Int32, _ words: [String]) -> End {
        var bytes: [CChar] = []
        for word in words {
            bytes += Path.bytes(of: word).map(CChar.init(bitPattern:))
            bytes.append(0)
        }
        var end = CSandbox_End()
        guard unsafe CSandbox_ask_starter(starter, bytes, bytes.count, &end) == 0 else { return .failed(errno) }
        return end.error == 0 ? self.end(of: end.status) : .failed(end.error)
    }

    private static func start(_ command: String, _ words: [String]) -> End {
        var process = pid_t()
        let code = spawn(command, words, &process)
        guard code == 0 else { return .failed(code) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .failed(errno) }
        }
        return end(of: status)
    }

    /// How wait(2) packs an end: the signal in the low seven bits, the exit status above.
    private static func end(of status: Int32) -> End {
        let (signal, exit) = (status & 0x7F, status >> 8 & 0xFF)
        return signal != 0 ? .signalled(signal) : .exited(exit)
    }

    private static func spawn(_ command: String, _ words: [String], _ process: inout pid_t) -> Int32 {
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
        return unsafe Path.withCString(command) { command in
            unsafe posix_spawnp(&process, command, &actions, &attributes, &arguments, environ)
        }
    }
}
