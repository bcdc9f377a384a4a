import Glibc
import Storage
import Testing

@Suite struct DatabaseTests {
    static let first = DatabaseSchema(
        applicationID: 0x5057_5454, migrations: ["CREATE TABLE note (name TEXT PRIMARY KEY, value ANY) STRICT"])
    static let second = DatabaseSchema(
        applicationID: first.applicationID, migrations: first.migrations + ["ALTER TABLE note ADD COLUMN extra TEXT"])

    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var path: String { directory("notes.sqlite") }

    private func open(
        _ schema: DatabaseSchema = first, _ access: Database.Access = .readWrite
    ) throws(StorageError) -> Database {
        try Database.open(path: path, schema: schema, access: access, busyTimeout: .milliseconds(50))
    }

    private func write(_ name: String, to database: inout Database) throws(StorageError) {
        try database.execute("INSERT INTO note (name) VALUES (?)", .text(name))
    }

    private func names(in database: inout Database) throws(StorageError) -> [String] {
        try database.rows("SELECT name FROM note ORDER BY name") { $0.text(0) }
    }

    @Test func `every kind of value comes back as it was`() throws {
        var database = try open()
        let values: [DatabaseValue] = [
            .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("제목 \u{0}x"), .bytes([]),
            .bytes([0, 255]),
        ]
        for value in values {
            try database.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", .text("k"), value)
            let found = try database.first("SELECT value FROM note WHERE name = ?", .text("k")) {
                (row) -> DatabaseValue in
                switch value {
                case .null: row.isNull(0) ? .null : .text("not null")
                case .integer: .integer(row.integer(0))
                case .real: .real(row.real(0))
                case .text: .text(row.text(0))
                case .bytes: row.isNull(0) ? .null : .bytes(row.bytes(0))
                }
            }
            #expect(found == value)
        }
    }

    @Test func `a statement tells how many rows it changed, and a query without rows gives nothing`() throws {
        var database = try open()
        try write("a", to: &database)
        try write("b", to: &database)
        #expect(try database.execute("DELETE FROM note") == 2)
        #expect(try database.first("SELECT name FROM note") { $0.text(0) } == nil)
        #expect(try names(in: &database) == [])
    }

    @Test func `a transaction that fails leaves nothing`() throws {
        var database = try open()
        try write("a", to: &database)
        let error = #expect(throws: StorageError.self) {
            try database.transaction { (database) throws(StorageError) in
                try write("b", to: &database)
                try write("a", to: &database)
            }
        }
        #expect(error?.description.contains("UNIQUE") == true)
        #expect(try names(in: &database) == ["a"])
        try database.transaction { (database) throws(StorageError) in try write("c", to: &database) }
        #expect(try names(in: &database) == ["a", "c"])
    }

    @Test func `a wrong statement is an error with SQLite's words`() throws {
        var database = try open()
        let error = #expect(throws: StorageError.self) { try database.execute("SELEKT") }
        #expect(error?.description.contains("syntax error") == true)
    }

    @Test func `two connections see each other's commits, and a second writer waits its time and no longer`() throws {
        var one = try open()
        var two = try open()
        try write("a", to: &one)
        #expect(try names(in: &two) == ["a"])
        let error = #expect(throws: StorageError.self) {
            try one.transaction { (one) throws(StorageError) in
                try write("b", to: &one)
                #expect(try names(in: &two) == ["a"], "readers go on beside a writer")
                try write("c", to: &two)
            }
        }
        #expect(error?.isBusy == true)
        #expect(try names(in: &two) == ["a"])
    }

    @Test func `an older file is brought forward with what it holds`() throws {
        do {
            var database = try open()
            try write("a", to: &database)
        }
        var database = try open(Self.second)
        #expect(try names(in: &database) == ["a"])
        try database.execute("UPDATE note SET extra = 'x'")
    }

    @Test func `a newer file is refused and not touched`() throws {
        do {
            var database = try open(Self.second)
            try write("a", to: &database)
        }
        let before = try contents(of: path)
        #expect(throws: StorageError.layoutVersion(path: path, found: 2, supported: 1)) { _ = try open().hasMoved }
        #expect(try contents(of: path) == before)
    }

    @Test func `another program's database, and a file that is none, count as damaged`() throws {
        do {
            let other = DatabaseSchema(applicationID: 7, migrations: ["CREATE TABLE foreign_table (x)"])
            _ = try open(other).hasMoved
        }
        let foreign = try contents(of: path)
        var error = #expect(throws: StorageError.self) { _ = try open().hasMoved }
        #expect(error?.isDamaged == true)
        #expect(try contents(of: path) == foreign)
        try AtomicFile.replace(at: path, with: (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
        error = #expect(throws: StorageError.self) { _ = try open().hasMoved }
        #expect(error?.isDamaged == true)
    }

    @Test func `a file cut in the middle counts as damaged when it is read`() throws {
        do {
            var database = try open()
            for number in 0..<2_000 { try write("name \(number)", to: &database) }
        }
        #expect(unsafe truncate(path, 8_192) == 0)
        let error = #expect(throws: StorageError.self) {
            var database = try open()
            _ = try names(in: &database)
        }
        #expect(error?.isDamaged == true)
    }

    @Test func `a sound file has no findings`() throws {
        var database = try open()
        try write("a", to: &database)
        #expect(try database.findings() == [])
    }

    @Test func `a connection notices that its file was replaced or removed`() throws {
        let database = try open()
        var hasMoved = database.hasMoved
        #expect(!hasMoved)
        try Directory.rename(path, to: directory("aside"))
        hasMoved = database.hasMoved
        #expect(hasMoved)
        try AtomicFile.replace(at: path, with: [1])
        hasMoved = database.hasMoved
        #expect(hasMoved)
    }

    @Test func `a read-only connection reads and cannot write`() throws {
        do {
            var database = try open()
            try write("a", to: &database)
        }
        var database = try open(Self.first, .readOnly)
        #expect(try names(in: &database) == ["a"])
        let error = #expect(throws: StorageError.self) { try write("b", to: &database) }
        #expect(error?.isReadOnly == true)
    }

    @Test func `a missing file is not made by a read-only connection`() throws {
        #expect(throws: StorageError.self) { _ = try open(Self.first, .readOnly).hasMoved }
        #expect(try directory.names.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a file that is yet to be filled is not there for who only reads`(hasPages: Bool) throws {
        do {
            var database = try open(DatabaseSchema(applicationID: 0, migrations: []))
            if hasPages { try database.execute("PRAGMA journal_mode=WAL") }
        }
        let error = #expect(throws: StorageError.self) { _ = try open(Self.first, .readOnly).hasMoved }
        #expect(error?.isMissing == true)
        #expect(try open(Self.first).hasMoved == false)
    }

    @Test func `of many that open a new file at once, none sees it half made`() async throws {
        for round in 0..<60 {
            let path = directory("new-\(round).sqlite")
            let faults = await withTaskGroup(of: StorageError?.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        do throws(StorageError) {
                            var database = try Database.open(path: path, schema: Self.first)
                            try database.execute("INSERT INTO note (name) VALUES (?)", .integer(number))
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { if let fault = $1 { $0.append(fault) } }
            }
            #expect(faults.isEmpty, "round \(round)")
            var database = try Database.open(path: path, schema: Self.first)
            #expect(try database.rows("SELECT name FROM note") { $0.text(0) }.count == 6)
        }
    }
}
