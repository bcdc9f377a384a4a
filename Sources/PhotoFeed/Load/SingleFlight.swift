internal import Dispatch
internal import Synchronization

/// One load at a time for each key: who asks for what is being loaded waits, and gets the same result.
///
/// The load runs in the thread of the first caller, so there is no queue in which a joiner could raise its priority: it
/// waits for a load that is already at work. What waits in a queue elsewhere has no flight yet, so whoever asks for it
/// loads it at once.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    /// One load, and who waits for it.
    private final class Flight: Sendable {
        let result = Mutex<Result<Value, Failure>?>(nil)
        let landed = DispatchSemaphore(value: 0)
    }

    private let flights = Mutex<[Key: Flight]>([:])

    /// Loads a value, or waits for the load of the same key that is at work.
    ///
    /// A load must not ask for its own key.
    func value(of key: Key, load: () throws(Failure) -> Value) throws(Failure) -> Value {
        let (flight, isFirst) = flights.withLock { flights in
            if let flight = flights[key] { return (flight, false) }
            let flight = Flight()
            flights[key] = flight
            return (flight, true)
        }
        guard isFirst else {
            flight.landed.wait()
            // One of those who wait lets the next one go.
            flight.landed.signal()
            guard let result = flight.result.withLock({ $0 }) else { return try load() }
            return try result.get()
        }
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try load())
        } catch {
            result = .failure(error)
        }
        flight.result.withLock { $0 = result }
        flights.withLock { $0[key] = nil }
        flight.landed.signal()
        return try result.get()
    }
}
