internal import Glibc

/// What a server grants its clients.
package struct HTTPLimits: Equatable, Sendable {
    /// Connections at once.
    package var connections = 4096
    /// Threads that serve.
    package var threads = 2
    /// Seconds without traffic after which a connection is closed.
    package var idleSeconds = 15
    /// Seconds from the last answer, or from the beginning, by which a request's header must be there.
    package var headerSeconds = 30
    /// Seconds that a request's body, its answer and the way of it back may take together.
    package var answerSeconds = 300
    /// Bytes of a connection's memory, which is what a request's header may take.
    package var connectionMemory = 16 << 10
    /// Requests at once that are answered by work of its own.
    package var works = 8

    /// Connections at once of one client's address: 2,048 or half of all, but an eighth at least is left to others.
    package var connectionsOfAddress: Int {
        max(connections / 2, min(2048, connections - max(connections / 8, 1)), 1)
    }

    /// The usual ones.
    package init() {}

    /// Raises the process' limit of descriptors to what connections need; fewer are granted where that is not allowed.
    mutating func raiseDescriptorLimit() {
        /// Files, the database and the library's own.
        let others = 128
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(connections + others)))
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        connections = max(threads, min(connections, Int(clamping: limit.rlim_cur) - others))
    }
}
