internal import Dispatch
internal import Glibc
internal import Synchronization

/// The connections, and by when each must have come further.
///
/// The library closes connections without traffic; this one closes those that send a byte now and then and never finish.
final class ConnectionTable: Sendable {
    private struct State {
        var deadlines: [Int32: ContinuousClock.Instant] = [:]
        var clients: [Int32: ClientAddress] = [:]
        /// How many connections a client has; without any, it is not here.
        var counts: [ClientAddress: Int] = [:]
        var isSweeping = false
    }

    /// How long a connection may outlast its deadline, in seconds.
    private static let interval = 5

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "connections")

    /// Takes a new connection, and its deadline.
    func open(_ socket: Int32, of client: ClientAddress, by deadline: ContinuousClock.Instant) {
        state.withLock { state in
            state.clients[socket] = client
            state.counts[client, default: 0] += 1
        }
        expect(socket, by: deadline)
    }

    /// How many connections a client has.
    func count(of client: ClientAddress) -> Int { state.withLock { $0.counts[client] ?? 0 } }

    /// Takes a connection's new deadline.
    func expect(_ socket: Int32, by deadline: ContinuousClock.Instant) {
        let isFirst = state.withLock { state in
            state.deadlines[socket] = deadline
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        if isFirst { sweepSoon() }
    }

    /// Forgets a connection; called before its socket is closed, so that no other of that number is hit.
    func forget(_ socket: Int32) {
        state.withLock { state in
            state.deadlines[socket] = nil
            guard let client = state.clients.removeValue(forKey: socket), let count = state.counts[client] else {
                return
            }
            state.counts[client] = count > 1 ? count - 1 : nil
        }
    }

    /// How many connections there are.
    var count: Int { state.withLock { $0.deadlines.count } }

    /// Hangs up on connections whose deadline has passed; returns how many.
    @discardableResult
    func sweep(at now: ContinuousClock.Instant) -> Int {
        state.withLock { state in
            let late = state.deadlines.filter { $0.value < now }.keys
            for socket in late {
                _ = shutdown(socket, Int32(SHUT_RDWR))
                // The library notices, closes the socket, and says so.
                state.deadlines[socket] = now + .seconds(3600)
            }
            return late.count
        }
    }

    /// Sweeps while there are connections; without any, nothing wakes the process.
    private func sweepSoon() {
        queue.asyncAfter(deadline: .now() + .seconds(Self.interval)) { [weak self] in
            guard let self else { return }
            sweep(at: .now)
            let goesOn = state.withLock { state in
                state.isSweeping = !state.deadlines.isEmpty
                return state.isSweeping
            }
            if goesOn { sweepSoon() }
        }
    }
}
