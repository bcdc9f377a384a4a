import FoundationEssentials
import Storage
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct ChangeWatcherTests {
    private let scratch: ScratchDirectory
    private let group: GroupName

    init() throws {
        scratch = try ScratchDirectory()
        group = try GroupName("group.test")
    }

    private var state: String { scratch("state") }
    private var defaults: SharedDefaults { SharedDefaults(group: group, stateDirectory: state) }
    /// Long enough for any machine: reached only when a notice is missing.
    private var deadline: ContinuousClock.Instant { .now + .seconds(30) }

    private func changes(_ watcher: ChangeWatcher, _ count: Int) throws -> [DefaultsChange] {
        var all: [DefaultsChange] = []
        while all.count < count, case .changes(let some) = try watcher.next(until: deadline) { all += some }
        return all
    }

    @Test func `a watcher that came before the store hears of the first write`() throws {
        let watcher = try ChangeWatcher(stateDirectory: state)
        try defaults.write(.int(1), forKey: "a")
        try defaults.removeValue(forKey: "a")
        let changes = try changes(watcher, 2)
        #expect(changes.map(\.key) == ["a", "a"])
        #expect(changes.map(\.isRemoval) == [false, true])
        #expect(changes.map(\.sequence) == [1, 2])
        #expect(changes.allSatisfy { $0.group == group })
    }

    @Test func `what was before is not told`() throws {
        try defaults.write(.int(1), forKey: "old")
        let watcher = try ChangeWatcher(stateDirectory: state)
        #expect(try watcher.next(until: .now) == .timedOut)
        try defaults.write(.int(1), forKey: "new")
        #expect(try changes(watcher, 1).map(\.key) == ["new"])
    }

    @Test func `a sleeping watcher is woken by a writer in another thread`() async throws {
        let watcher = try ChangeWatcher(stateDirectory: state)
        let defaults = defaults
        async let heard = Task.detached { try self.changes(watcher, 200) }.value
        for number in 0..<200 { try defaults.write(.int(number), forKey: "k\(number)") }
        #expect(try await heard.map(\.key) == (0..<200).map { "k\($0)" })
    }

    @Test func `another group's changes are not told`() throws {
        let watcher = try ChangeWatcher(stateDirectory: state, group: group)
        try SharedDefaults(group: GroupName("group.other"), stateDirectory: state).write(.int(1), forKey: "theirs")
        try defaults.write(.int(1), forKey: "ours")
        #expect(try changes(watcher, 1).map(\.key) == ["ours"])
    }

    @Test func `a store that is removed and made anew is watched from its start`() throws {
        for number in 1...3 { try defaults.write(.int(number), forKey: "old") }
        let watcher = try ChangeWatcher(stateDirectory: state)
        #expect(try watcher.next(until: .now) == .timedOut)
        for name in try scratch.files(below: "state") { try Directory.removeFile(at: scratch(name)) }
        try defaults.write(.int(1), forKey: "new")
        #expect(try changes(watcher, 1).map(\.key) == ["new"])
    }

    @Test func `a state directory that is removed and made anew is watched on`() throws {
        try defaults.write(.int(1), forKey: "old")
        let watcher = try ChangeWatcher(stateDirectory: state)
        try Directory.removeTree(at: state)
        try defaults.write(.int(1), forKey: "new")
        #expect(try changes(watcher, 1).map(\.key) == ["new"])
    }

    @Test func `a checkpoint loses nothing`() throws {
        let watcher = try ChangeWatcher(stateDirectory: state)
        try defaults.write(.int(1), forKey: "a")
        var database = try Database.open(path: "\(state)/store/defaults.sqlite", schema: Store.schema)
        _ = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
        try defaults.write(.int(1), forKey: "b")
        #expect(try changes(watcher, 2).map(\.key) == ["a", "b"])
    }

    @Test func `a writer that tells nobody is noticed by the log`() throws {
        try defaults.write(.int(1), forKey: "a")
        let watcher = try ChangeWatcher(stateDirectory: state)
        var database = try Database.open(path: "\(state)/store/defaults.sqlite", schema: Store.schema)
        try database.execute("UPDATE defaults SET value = 2")
        #expect(try changes(watcher, 1).map(\.key) == ["a"])
    }

    @Test func `a stopped watcher ends, also when it was stopped before it slept`() throws {
        let watcher = try ChangeWatcher(stateDirectory: state)
        watcher.stop()
        #expect(try watcher.next(until: deadline) == .ended)
        try Directory.removeTree(at: state)
        #expect(try watcher.next(until: deadline) == .ended)
    }
}
