import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct SharedDefaultsTests {
    private let scratch: ScratchDirectory
    private let group: GroupName

    init() throws {
        scratch = try ScratchDirectory()
        group = try GroupName("group.test.app")
    }

    private var state: String { scratch("state") }
    private var store: String { scratch("state/store") }
    private var defaults: SharedDefaults {
        SharedDefaults(group: group, stateDirectory: state, now: { Date(timeIntervalSince1970: 1_000.5) })
    }

    // MARK: - Values

    @Test(arguments: [
        DefaultsValue.string(""), .string("사진 \u{0} \n"), .int(.min), .int(.max), .int(0), .double(-0.0), .double(.pi),
        .double(3), .double(.greatestFiniteMagnitude), .bool(true), .bool(false), .data([]), .data([0, 255, 10]),
        .date(Date(timeIntervalSince1970: -1.25)), .json("{ \"a\" : [1] }"),
    ])
    func `a value comes back as it was written, with its type`(value: DefaultsValue) throws {
        try defaults.write(value, forKey: "key")
        let entry = try defaults.entry(forKey: "key")
        #expect(entry == DefaultsEntry(key: "key", value: value, date: Date(timeIntervalSince1970: 1_000.5)))
        #expect(try defaults.value(forKey: "key", as: value.type) == value)
    }

    @Test func `each type has its reader`() throws {
        let values: [DefaultsValue] = [
            .string("s"), .int(1), .double(1.5), .bool(true), .data([1]), .date(Date(timeIntervalSince1970: 5)),
            .json("[]"),
        ]
        for value in values { try defaults.write(value, forKey: value.type.rawValue) }
        #expect(try defaults.string(forKey: "string") == "s")
        #expect(try defaults.int(forKey: "int") == 1)
        #expect(try defaults.double(forKey: "double") == 1.5)
        #expect(try defaults.bool(forKey: "bool") == true)
        #expect(try defaults.data(forKey: "data") == [1])
        #expect(try defaults.date(forKey: "date") == Date(timeIntervalSince1970: 5))
        #expect(try defaults.json(forKey: "json") == "[]")
        #expect(
            try defaults.entries().map(\.value.type.rawValue) == [
                "bool", "data", "date", "double", "int", "json", "string",
            ])
    }

    @Test func `missing, another type and broken JSON are three answers`() throws {
        try defaults.write(.int(5), forKey: "number")
        try defaults.write(.string("[1,"), forKey: "text")
        #expect(try defaults.string(forKey: "nothing") == nil)
        #expect(throws: DefaultsError.wrongType(key: "number", expected: .string, found: .int)) {
            try defaults.string(forKey: "number")
        }
        #expect(throws: DefaultsError.wrongType(key: "number", expected: .json, found: .int)) {
            try defaults.json(forKey: "number")
        }
        #expect(throws: DefaultsError.brokenJSON(key: "text", reason: "expected a value, but the text ends")) {
            try defaults.json(forKey: "text")
        }
    }

    @Test func `JSON is read as a string, and a string as JSON`() throws {
        try defaults.write(.json("[1]"), forKey: "json")
        try defaults.write(.string("[2]"), forKey: "string")
        #expect(try defaults.string(forKey: "json") == "[1]")
        #expect(try defaults.json(forKey: "string") == "[2]")
    }

    @Test func `a key of another group is another key`() throws {
        try defaults.write(.int(1), forKey: "key")
        let other = SharedDefaults(group: try GroupName("group.other"), stateDirectory: state)
        #expect(try other.value(forKey: "key") == nil)
        #expect(try other.removeValue(forKey: "key") == nil)
        #expect(try defaults.int(forKey: "key") == 1)
    }

    @Test func `a removed key is missing`() throws {
        try defaults.write(.int(1), forKey: "key")
        #expect(try defaults.removeValue(forKey: "key") == 2)
        #expect(try defaults.value(forKey: "key") == nil)
        #expect(try defaults.removeValue(forKey: "key") == nil)
    }

    // MARK: - Limits

    @Test(arguments: ["", String(repeating: "k", count: 513), "a\nb", "\u{0}", "\u{9B}"])
    func `a key that is none is refused, and nothing is made`(key: String) {
        #expect(throws: DefaultsError.badKey(key)) { try defaults.write(.int(1), forKey: key) }
        #expect(throws: DefaultsError.badKey(key)) { try defaults.value(forKey: key) }
        #expect(!Directory.isDirectory(state))
    }

    @Test func `the longest key and the largest value are taken, and no longer ones`() throws {
        let key = String(repeating: "é", count: 256)
        let largest = [UInt8](repeating: 7, count: SharedDefaults.maxValueBytes)
        try defaults.write(.data(largest), forKey: key)
        #expect(try defaults.data(forKey: key) == largest)
        #expect(throws: DefaultsError.tooLarge(key: "k", byteCount: largest.count + 1)) {
            try defaults.write(.data(largest + [7]), forKey: "k")
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is refused`(number: Double) {
        #expect(throws: DefaultsError.notFinite(key: "k")) { try defaults.write(.double(number), forKey: "k") }
        #expect(throws: DefaultsError.notFinite(key: "k")) {
            try defaults.write(.date(Date(timeIntervalSince1970: number)), forKey: "k")
        }
    }

    @Test func `broken JSON is not written as JSON`() {
        #expect(throws: DefaultsError.brokenJSON(key: "k", reason: "expected a value at byte 0")) {
            try defaults.write(.json("oops"), forKey: "k")
        }
    }

    // MARK: - Files

    @Test func `reading makes nothing`() throws {
        #expect(try defaults.value(forKey: "k") == nil)
        #expect(try defaults.entries() == [])
        #expect(try DefaultsGroups(stateDirectory: state).all() == [])
        #expect(!Directory.isDirectory(state))
    }

    @Test func `the store is its owner's alone`() throws {
        try defaults.write(.int(1), forKey: "k")
        #expect(try mode(of: state) == 0o700)
        #expect(try mode(of: store) == 0o700)
        for name in ["defaults.sqlite", "defaults.changed", "links.lock"] {
            #expect(try mode(of: "\(store)/\(name)") == 0o600)
        }
        #expect(try Directory.entries(of: state).map(\.name) == ["store"])
    }

    @Test func `a store does not grow beyond its limit, and an old value stays`() throws {
        let groups = DefaultsGroups(stateDirectory: state)
        #expect(try groups.byteCount() == 0)
        let limit = 256 << 10
        try defaults.write(.string("kept"), forKey: "k", maxStoreBytes: limit)
        try defaults.write(.data([UInt8](repeating: 1, count: 100 << 10)), forKey: "large", maxStoreBytes: limit)
        let before = try groups.byteCount()
        #expect(throws: DefaultsError.self) {
            try defaults.write(.data([UInt8](repeating: 2, count: 200 << 10)), forKey: "k", maxStoreBytes: limit)
        }
        #expect(try groups.byteCount() == before && before > 100 << 10 && before <= limit)
        #expect(try defaults.string(forKey: "k") == "kept")
        // A full store can be written to as long as it does not grow.
        try defaults.write(.string("less"), forKey: "large", maxStoreBytes: 1)
        #expect(try groups.byteCount() < before)
    }

    @Test func `a store that is shared stays shared when it is made anew`() throws {
        let own = try #require(Self.unixGroup)
        try DefaultsGroups(stateDirectory: state).share(withUnixGroup: own)
        #expect(try mode(of: state) == 0o710)
        #expect(try mode(of: store) == 0o2770)
        #expect(try mode(of: "\(store)/defaults.sqlite") == 0o660)
        try Directory.removeFile(at: "\(store)/defaults.sqlite")
        try defaults.write(.int(1), forKey: "k")
        #expect(try mode(of: "\(store)/defaults.sqlite") == 0o660)
    }

    @Test func `an unknown unix group is refused`() {
        #expect(throws: DefaultsError.unknownUnixGroup("no such group")) {
            try DefaultsGroups(stateDirectory: state).share(withUnixGroup: "no such group")
        }
        #expect(!Directory.isDirectory(state))
    }

    @Test func `a store that was removed is made anew by the next write`() throws {
        let defaults = defaults
        try defaults.write(.int(1), forKey: "old")
        try Directory.removeTree(at: state)
        #expect(try defaults.value(forKey: "old") == nil)
        try defaults.write(.int(2), forKey: "new")
        #expect(try self.defaults.entries().map(\.key) == ["new"])
    }

    @Test func `what is no store is left as it is`() throws {
        try scratch.write(Array("not a database, not a database".utf8), to: "state/defaults.sqlite")
        #expect(throws: DefaultsError.self) { try defaults.write(.int(1), forKey: "k") }
        #expect(try MappedFile(path: "\(state)/defaults.sqlite").byteCount == 30)
    }

    @Test func `a link in the store's place is not followed`() throws {
        try scratch.write([1], to: "victim")
        try Directory.create(at: state)
        try SymbolicLink.replace(at: "\(state)/defaults.sqlite", with: scratch("victim"))
        let refusal = StorageError.system(operation: "use", path: "\(state)/defaults.sqlite", errno: ELOOP)
        #expect(throws: DefaultsError.storage(refusal)) { try defaults.write(.int(1), forKey: "k") }
        #expect(try MappedFile(path: scratch("victim")).byteCount == 1)
    }

    @Test(arguments: [
        "defaults.sqlite", "defaults.sqlite-wal", "defaults.sqlite-shm", "defaults.changed", "links.lock",
    ])
    func `a link, a pipe or a directory in the place of a file of the store is neither followed nor waited for`(
        name: String
    ) throws {
        try scratch.write([1], to: "victim")
        let path = "\(store)/\(name)"
        let plants: [() throws -> Void] = [
            { try SymbolicLink.replace(at: path, with: scratch("victim")) },
            { try SymbolicLink.replace(at: path, with: scratch("made")) },
            { try #require(unsafe mkfifo(path, 0o400) == 0) },
            { try Directory.create(at: path) },
        ]
        for plant in plants {
            try defaults.write(.int(1), forKey: "k")
            try Directory.removeFile(at: path)
            try plant()
            let refusal = StorageError.system(operation: "use", path: path, errno: ELOOP)
            #expect(throws: DefaultsError.storage(refusal)) { try defaults.write(.int(2), forKey: "k") }
            #expect(try MappedFile(path: scratch("victim")).byteCount == 1)
            #expect(try FileStatus.of(scratch("made")) == nil)
            try Directory.removeTree(at: path)
        }
    }

    @Test func `what is no file of the owner's alone is not shared`() throws {
        let own = try #require(Self.unixGroup)
        let groups = DefaultsGroups(stateDirectory: state)
        try defaults.write(.int(1), forKey: "k")
        try scratch.write([1], to: "private")
        #expect(unsafe chmod(scratch("private"), 0o600) == 0)
        try Directory.removeFile(at: "\(store)/defaults.changed")
        #expect(try Directory.link(scratch("private"), to: "\(store)/defaults.changed"))
        let refusal = StorageError.system(operation: "share", path: "\(store)/defaults.changed", errno: EMLINK)
        #expect(throws: DefaultsError.storage(refusal)) { try groups.share(withUnixGroup: own) }
        #expect(try mode(of: scratch("private")) == 0o600)
    }

    @Test func `groups come into being with their first key, and are counted`() throws {
        try defaults.write(.int(1), forKey: "a")
        try defaults.write(.int(2), forKey: "b")
        let groups = DefaultsGroups(stateDirectory: state)
        #expect(groups.path == "\(store)/defaults.sqlite")
        #expect(try groups.all() == [.init(group: group, keyCount: 2, created: Date(timeIntervalSince1970: 1_000.5))])
        try defaults.removeValue(forKey: "a")
        try defaults.removeValue(forKey: "b")
        #expect(try groups.all().map(\.keyCount) == [0])
    }

    /// A unix group that this process may hand files to: its own.
    private static var unixGroup: String? {
        ["root", "users", "staff", "nogroup"].first { name in
            FileAccess.groupID(named: name).map { $0 == getegid() } ?? false
        }
    }
}
