import Foundation
import PhotoFeed
import Synchronization
import TestSupport
import Testing

@Suite struct MemoryPressureTests {
    let scratch: ScratchDirectory
    private let time = Counter()

    init() throws { scratch = try ScratchDirectory() }

    private func write(_ text: String, to name: String) throws { try scratch.write(Array(text.utf8), to: name) }

    private func stalls(_ microseconds: Int) throws {
        try write(
            "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(microseconds)\nfull avg10=9.00 avg60=0.00 avg300=0.00 total=7\n",
            to: "memory.pressure")
    }

    private func events(high: Int, max: Int) throws {
        try write("low 9\nhigh \(high)\nmax \(max)\noom 0\noom_kill 0\n", to: "memory.events")
    }

    private func pressure() -> MemoryPressure {
        let time = time
        return MemoryPressure(
            files: .init(
                stalls: scratch("memory.pressure"), events: scratch("memory.events")),
            uptime: { time.value })
    }

    @Test func `a tenth of a second of waiting in a second is pressure`() throws {
        try stalls(5_000_000)
        let pressure = pressure()
        time.advance(.seconds(1))
        try stalls(5_099_000)
        #expect(!pressure.hasRisen())
        time.advance(.seconds(1))
        try stalls(5_199_000)
        #expect(pressure.hasRisen())
        time.advance(.seconds(1))
        #expect(!pressure.hasRisen(), "it waited no more")
    }

    @Test func `the share counts, however long ago the files were read`() throws {
        try stalls(0)
        let pressure = pressure()
        time.advance(.seconds(100))
        try stalls(9_000_000)
        #expect(!pressure.hasRisen())
        time.advance(.seconds(100))
        try stalls(19_000_001)
        #expect(pressure.hasRisen())
    }

    @Test func `a limit of the cgroup that was run into is pressure`() throws {
        try events(high: 3, max: 1)
        let pressure = pressure()
        time.advance(.seconds(1))
        #expect(!pressure.hasRisen())
        for (high, max) in [(4, 1), (4, 2)] {
            time.advance(.seconds(1))
            try events(high: high, max: max)
            #expect(pressure.hasRisen())
        }
        time.advance(.seconds(1))
        #expect(!pressure.hasRisen())
    }

    @Test func `files are read at most once a second`() throws {
        try stalls(0)
        let pressure = pressure()
        try stalls(9_000_000)
        time.advance(.milliseconds(999))
        #expect(!pressure.hasRisen())
        time.advance(.milliseconds(1))
        #expect(pressure.hasRisen())
    }

    @Test(arguments: ["", "some", "some total=", "some total=-x", "full total=9", "some total=99999999999999999999\n"])
    func `what cannot be read is no pressure`(text: String) throws {
        let pressure = pressure()
        try write(text, to: "memory.pressure")
        try write(text, to: "memory.events")
        time.advance(.seconds(1))
        #expect(!pressure.hasRisen())
    }

    @Test func `the cgroup's files are found, else the machine's`() throws {
        try write("12:cpu:/old\n0::/user.slice/run.scope\n", to: "cgroup")
        let (process, groups) = (scratch("cgroup"), scratch("groups"))
        let find = { MemoryPressure.Files.ofThisProcess(process: process, groups: groups, machine: "machine") }
        #expect(find() == .init(stalls: "machine"))
        let group = "groups/user.slice/run.scope"
        try write("high 0\n", to: "\(group)/memory.events")
        #expect(find() == .init(stalls: "machine", events: scratch("\(group)/memory.events")))
        try write("some total=0\n", to: "\(group)/memory.pressure")
        let path = scratch(group)
        #expect(find() == .init(stalls: "\(path)/memory.pressure", events: "\(path)/memory.events"))
        try write("1:memory:/version1\n", to: "cgroup")
        #expect(find() == .init(stalls: "machine"))
    }

    @Test func `a memory tier gives half of itself up when a value is added under pressure`() throws {
        try events(high: 0, max: 0)
        let cache = MemoryCache<Int, Int>(pressure: pressure())
        for number in 0..<10 { cache.setObject(number, forKey: number, cost: 1) }
        #expect(cache.statistics.count == 10)
        time.advance(.seconds(1))
        try events(high: 1, max: 0)
        cache.setObject(10, forKey: 10, cost: 1)
        #expect(cache.statistics.count == 6)
        #expect(cache.object(forKey: 4) == nil)
        #expect(cache.object(forKey: 5) == 5)
        cache.setObject(11, forKey: 11, cost: 1)
        #expect(cache.statistics.count == 7, "the same pressure counts once")
    }
}

/// A clock that stands still until it is advanced.
private final class Counter: Sendable {
    private let state = Mutex(Duration.zero)

    var value: Duration { state.withLock { $0 } }

    func advance(_ duration: Duration) { state.withLock { $0 += duration } }
}
