import Foundation
import Synchronization
import Testing

@testable import PhotoFeed

@Suite struct SingleFlightTests {
    struct Failure: Error, Equatable {
        var number: Int
    }

    @Test func `callers of one key never load at the same time, and all get what was loaded`() {
        let flights = SingleFlight<String, Int, Failure>()
        let atWork = Atomic(0)
        let most = Atomic(0)
        let loads = Atomic(0)
        let wrong = Atomic(0)
        let ended = DispatchGroup()
        for _ in 0..<8 {
            ended.enter()
            Thread.detachNewThread {
                for _ in 0..<200 {
                    let before = loads.load(ordering: .sequentiallyConsistent)
                    let value = try? flights.value(of: "a") { () throws(Failure) in
                        let now = atWork.add(1, ordering: .sequentiallyConsistent).newValue
                        most.max(now, ordering: .sequentiallyConsistent)
                        let value = loads.add(1, ordering: .sequentiallyConsistent).newValue
                        atWork.subtract(1, ordering: .sequentiallyConsistent)
                        return value
                    }
                    // A load that had ended before the call may not answer it, except the one just landing.
                    if value.map({ $0 < before }) ?? true { wrong.add(1, ordering: .sequentiallyConsistent) }
                }
                ended.leave()
            }
        }
        ended.wait()
        #expect(most.load(ordering: .sequentiallyConsistent) == 1)
        #expect(wrong.load(ordering: .sequentiallyConsistent) == 0)
        #expect(loads.load(ordering: .sequentiallyConsistent) <= 1600)
    }

    @Test func `who joins a load gets its result, and two keys do not wait for each other`() throws {
        let flights = SingleFlight<String, Int, Failure>()
        let isLoading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let results = Mutex<[Int]>([])
        let ended = DispatchGroup()
        ended.enter()
        Thread.detachNewThread {
            let value = try? flights.value(of: "a") { () throws(Failure) in
                isLoading.signal()
                mayEnd.wait()
                return 1
            }
            results.withLock { $0.append(value ?? 0) }
            ended.leave()
        }
        isLoading.wait()
        #expect(try flights.value(of: "b") { () throws(Failure) in 2 } == 2)
        mayEnd.signal()
        ended.wait()
        #expect(results.withLock { $0 } == [1])
    }

    @Test func `a failure is told to its callers and not kept`() throws {
        let flights = SingleFlight<String, Int, Failure>()
        #expect(throws: Failure(number: 7)) {
            try flights.value(of: "a") { () throws(Failure) in throw Failure(number: 7) }
        }
        #expect(try flights.value(of: "a") { () throws(Failure) in 1 } == 1)
    }
}
