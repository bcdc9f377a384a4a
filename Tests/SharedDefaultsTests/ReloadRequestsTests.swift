import FoundationEssentials
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct ReloadRequestsTests {
    private let scratch: ScratchDirectory
    private let requests: ReloadRequests
    private let defaults: SharedDefaults

    init() throws {
        scratch = try ScratchDirectory()
        let now = { @Sendable in Date(timeIntervalSince1970: 7) }
        requests = ReloadRequests(stateDirectory: scratch.path, now: now)
        defaults = SharedDefaults(group: try GroupName("group.test"), stateDirectory: scratch.path, now: now)
    }

    @Test func `requests are handed over once, in order`() throws {
        try requests.add(.kinds(["todo", "photo"]))
        try requests.add(.all)
        #expect(try requests.pending().map(\.kind) == ["todo", "photo", nil])
        #expect(try requests.take().map(\.kind) == ["todo", "photo", nil])
        #expect(try requests.take() == [])
    }

    @Test func `a write carries its request`() throws {
        try defaults.write(.int(1), forKey: "k", reload: .kinds(["todo"]))
        let group = try GroupName("group.test")
        let request = ReloadRequest(id: 1, kind: "todo", date: Date(timeIntervalSince1970: 7), group: group, key: "k")
        #expect(try requests.take() == [request])
        try defaults.removeValue(forKey: "k", reload: .all)
        #expect(try requests.take().map(\.kind) == [nil])
    }

    @Test func `whoever takes a request sees the write that it came with`() async throws {
        let rounds = 1000
        let (path, group) = (scratch.path, try GroupName("group.test"))
        let taker = Task.detached {
            let watch = try StoreWatch(stateDirectory: path)
            let requests = ReloadRequests(stateDirectory: path)
            let reader = SharedDefaults(group: group, stateDirectory: path)
            var seen = 0
            while seen < rounds {
                let taken = try requests.take()
                if let newest = taken.last {
                    let value = try reader.int(forKey: "k") ?? 0
                    // Its number is the write's: nobody else asks.
                    #expect(value >= newest.id)
                    seen = newest.id
                } else {
                    try #require(try watch.wait(until: .now + .seconds(60)) == .changed)
                }
            }
        }
        for number in 1...rounds { try defaults.write(.int(number), forKey: "k", reload: .kinds(["todo"])) }
        try await taker.value
        #expect(try requests.pending() == [])
    }

    @Test func `a removal of nothing asks for nothing`() throws {
        try defaults.removeValue(forKey: "k", reload: .all)
        #expect(try requests.pending() == [])
    }

    @Test func `of many writes of one key one request is left`() throws {
        for number in 1...50 { try defaults.write(.int(number), forKey: "k", reload: .kinds(["todo"])) }
        #expect(try requests.take().map(\.id) == [50])
    }

    @Test func `who takes some kinds leaves the others, and what asks for all`() throws {
        try requests.add(.kinds(["todo", "photo"]))
        try requests.add(.all)
        #expect(try requests.take(kinds: ["photo", "budget"]).map(\.kind) == ["photo"])
        #expect(try requests.pending().map(\.kind) == ["todo", nil])
    }

    @Test(arguments: ["", "*", "a/b", "..", ".hidden", "a b", "é", String(repeating: "k", count: 65)])
    func `a kind that is none is refused, and nothing is written`(kind: String) throws {
        #expect(throws: DefaultsError.badKind(kind)) { try requests.add(.kinds(["todo", kind])) }
        #expect(throws: DefaultsError.badKind(kind)) {
            try defaults.write(.int(1), forKey: "k", reload: .kinds([kind]))
        }
        #expect(try requests.pending() == [])
        #expect(try defaults.value(forKey: "k") == nil)
    }
}
