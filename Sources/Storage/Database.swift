import CSQLite
import Glibc

/// One connection to an SQLite file that many processes may use: write-ahead log, busy timeout, checked version.
///
/// Not shared between threads: whoever owns it puts it behind a `Mutex`. A commit survives a killed process; after a
/// power failure the last commits may be missing, never half done (`synchronous=NORMAL`).
@safe package struct Database: ~Copyable {
    /// The version of the SQLite library, which is loaded when first needed; `nil` where it is not installed.
    package static var libraryVersion: String? {
        CSQLite_load_library() ? unsafe String(cString: sqlite3_libversion()) : nil
    }

    /// What a connection may do.
    package enum Access: Sendable {
        /// Read and write; the file is made if it is not there.
        case readWrite
        /// Read only, also in a directory where nothing can be written.
        case readOnly
    }

    /// The file's path.
    package let path: String
    // Closed by deinit, used by nobody else.
    private let handle: OpaquePointer
    // Prepared once for each text, finalized before the handle is closed.
    private var statements: [String: OpaquePointer] = unsafe [:]

    /// Opens a file and brings it to the schema's version.
    ///
    /// With `keepsLog` the last connection leaves the log to the next process: closing then costs no fsync, but the file
    /// must not be moved without the `-wal` beside it.
    /// A statement waits for other processes as long as the busy timeout. Without `followsLinks` the file's name must not be
    /// a link's.
    /// - Throws: ``StorageError/layoutVersion(path:found:supported:)`` for a newer version, which is not touched;
    ///   an error that ``StorageError/isDamaged`` for a file that is not this program's database; one that
    ///   ``StorageError/isMissing`` where who only reads finds no file, or one that another process has yet to fill.
    package static func open(
        path: String, schema: DatabaseSchema, access: Access = .readWrite, keepsLog: Bool = false,
        followsLinks: Bool = true, busyTimeout: Duration = .seconds(5)
    ) throws(StorageError) -> Database {
        let place = followsLinks ? path : try Self.placeWithoutLinks(path)
        var database = unsafe Database(handle: try connect(place, access, busyTimeout, followsLinks), path: path)
        if try !database.hasVersion(schema), try !database.checkVersionInOneLook(schema) {
            guard access == .readWrite else {
                let found = try database.integer("PRAGMA user_version")
                // Its maker has yet to fill it: to who only reads it is not there.
                if found == 0 { throw .system(operation: "open", path: path, errno: ENOENT) }
                throw .layoutVersion(path: path, found: found, supported: schema.version)
            }
            try database.setUp(schema, until: .now + busyTimeout)
        }
        if keepsLog { try database.keepLog() }
        return database
    }

    private mutating func keepLog() throws(StorageError) {
        unsafe CSQLite_keep_log(handle)
        // The next process reads the log when it opens the file, so it stays short: 200 pages of 4 KiB.
        try execute("PRAGMA wal_autocheckpoint=200")
    }

    private init(handle: OpaquePointer, path: String) {
        unsafe self.handle = handle
        self.path = path
    }

    deinit {
        unsafe statements.values.forEach { unsafe sqlite3_finalize($0) }
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether the file at the path is no longer the one that is open: renamed, removed or replaced.
    package var hasMoved: Bool {
        var moved: Int32 = 0
        return unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved != 0
    }

    /// Runs a statement that gives no rows.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    package mutating func execute(_ sql: String, _ values: DatabaseValue...) throws(StorageError) -> Int {
        try run(sql, values) { (_) throws(StorageError) in true }
        return unsafe Int(sqlite3_changes64(handle))
    }

    /// All rows of a query, each made into a value.
    package mutating func rows<R>(
        _ sql: String, _ values: DatabaseValue..., row: (borrowing DatabaseRow) throws(StorageError) -> R
    ) throws(StorageError) -> [R] {
        var results: [R] = []
        try run(sql, values) { (next) throws(StorageError) in
            results.append(try row(next))
            return true
        }
        return results
    }

    /// The first row of a query, made into a value; `nil` where there is none.
    package mutating func first<R>(
        _ sql: String, _ values: DatabaseValue..., row: (borrowing DatabaseRow) throws(StorageError) -> R
    ) throws(StorageError) -> R? {
        var result: R?
        try run(sql, values) { (next) throws(StorageError) in
            result = try row(next)
            return false
        }
        return result
    }

    /// Does work wholly or not at all, while no other process writes.
    ///
    /// - Precondition: not inside another transaction.
    package mutating func transaction<R>(
        _ body: (inout Database) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body(&self)
            try execute("COMMIT")
            return result
        } catch {
            // After a full disk SQLite may have rolled back by itself; then this fails, and rightly.
            _ = try? execute("ROLLBACK")
            throw error
        }
    }

    /// Closes the file, which the end of the value does too.
    package consuming func close() {}

    /// Makes the tables of another file readable under a name; its own name must not be a link's.
    package mutating func attach(_ path: String, as name: String) throws(StorageError) {
        try execute("ATTACH ? AS \(name)", .text(try Self.placeWithoutLinks(path)))
    }

    /// What is wrong inside the file, as SQLite words it; empty for a sound one.
    ///
    /// Reads the whole file.
    package mutating func findings() throws(StorageError) -> [String] {
        try rows("PRAGMA quick_check") { $0.text(0) }.filter { $0 != "ok" }
    }

    /// How many bytes the pages take that hold something, also those that the open transaction has just filled.
    package mutating func usedBytes() throws(StorageError) -> Int {
        let pages = try integer("PRAGMA page_count") - integer("PRAGMA freelist_count")
        return try pages * integer("PRAGMA page_size")
    }

    private mutating func integer(_ sql: String) throws(StorageError) -> Int {
        try first(sql) { $0.integer(0) } ?? 0
    }

    /// Whether the file has the schema's version: the usual case, which is written in one transaction, mark and version.
    private mutating func hasVersion(_ schema: DatabaseSchema) throws(StorageError) -> Bool {
        guard try integer("PRAGMA user_version") == schema.version else { return false }
        return try integer("PRAGMA application_id") == schema.applicationID
    }

    /// The same as ``checkVersion(_:)``, of one moment: another process may be setting the file up.
    private mutating func checkVersionInOneLook(_ schema: DatabaseSchema) throws(StorageError) -> Bool {
        try execute("BEGIN")
        // It was only looked at.
        defer { _ = try? execute("COMMIT") }
        return try checkVersion(schema)
    }

    /// Whether the file has the schema's version; `false` where it is older or empty.
    ///
    /// Looks several times: inside a transaction all of it is of one moment.
    private mutating func checkVersion(_ schema: DatabaseSchema) throws(StorageError) -> Bool {
        let found = try integer("PRAGMA user_version")
        let owner = try integer("PRAGMA application_id")
        if owner != schema.applicationID {
            guard found == 0, owner == 0, try integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw .database(
                    operation: "open", path: path, code: SQLITE_NOTADB, message: "not a database of this program")
            }
            return false
        }
        if found > schema.version {
            throw .layoutVersion(path: path, found: found, supported: schema.version)
        }
        return found == schema.version
    }

    private mutating func setUp(
        _ schema: DatabaseSchema, until deadline: ContinuousClock.Instant
    ) throws(StorageError) {
        while true {
            do {
                // The mode is kept in the file. Changing it ignores the busy timeout when another process does the same.
                try execute("PRAGMA journal_mode=WAL")
                break
            } catch let error where error.isBusy && ContinuousClock.now < deadline {
                usleep(1_000)
            } catch {
                throw error
            }
        }
        try transaction { (database) throws(StorageError) in
            // Another process may have done it meanwhile.
            if try database.checkVersion(schema) { return }
            let found = try database.integer("PRAGMA user_version")
            for script in schema.migrations.dropFirst(found) { try database.executeScript(script) }
            try database.executeScript(
                "PRAGMA application_id=\(schema.applicationID); PRAGMA user_version=\(schema.version)")
        }
    }

    private func executeScript(_ script: String) throws(StorageError) {
        let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        if code != SQLITE_OK { throw unsafe Self.error("migrate", path, handle) }
    }
}

// Statements: prepared once, bound, stepped, reset.
extension Database {
    /// Steps through a statement's rows until `next` answers `false`.
    private mutating func run(
        _ sql: String, _ values: [DatabaseValue], next: (borrowing DatabaseRow) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let statement = try unsafe prepared(sql)
        defer {
            unsafe sqlite3_reset(statement)
            unsafe sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            if unsafe bind(value, to: statement, at: Int32(index + 1)) != SQLITE_OK {
                throw unsafe Self.error("use", path, handle)
            }
        }
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW: if try !next(unsafe DatabaseRow(statement: statement)) { return }
            case SQLITE_DONE: return
            default: throw unsafe Self.error("use", path, handle)
            }
        }
    }

    private mutating func prepared(_ sql: String) throws(StorageError) -> OpaquePointer {
        if let statement = unsafe statements[sql] { return unsafe statement }
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else {
            throw unsafe Self.error("use", path, handle)
        }
        unsafe statements[sql] = statement
        return unsafe statement
    }

    private func bind(_ value: DatabaseValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(statement, index)
        case .integer(let number):
            return unsafe sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number):
            return unsafe sqlite3_bind_double(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    unsafe CSQLite_bind_text(statement, index, characters.baseAddress, Int32(clamping: bytes.count))
                }
            }
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                unsafe CSQLite_bind_bytes(statement, index, bytes.baseAddress, Int32(clamping: bytes.count))
            }
        }
    }
}

// Opening.
extension Database {
    /// The path with its directory spelled without links: with SQLITE_OPEN_NOFOLLOW, SQLite refuses links anywhere in it.
    private static func placeWithoutLinks(_ path: String) throws(StorageError) -> String {
        guard let directory = Directory.realPath(of: Path.parent(of: path)) else {
            throw .system(operation: "open", path: path, errno: errno)
        }
        return Path.endsInSlash(directory) ? directory + Path.name(of: path) : "\(directory)/\(Path.name(of: path))"
    }

    private static func connect(
        _ path: String, _ access: Access, _ busyTimeout: Duration, _ followsLinks: Bool
    ) throws(StorageError) -> OpaquePointer {
        let links = followsLinks ? 0 : SQLITE_OPEN_NOFOLLOW
        guard access == .readOnly else {
            return try unsafe connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | links, path, busyTimeout)
        }
        do {
            return try unsafe connect(path, SQLITE_OPEN_READONLY | links, path, busyTimeout)
        } catch let error where !error.isDamaged && !error.isBusy {
            // The log's shared memory cannot be made: the directory is read-only, or the disk is full. SQLite has many
            // codes for it. Nobody writes then either, and the file is read as it stands.
            let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
            let name = "file:\(escaped)?immutable=1"
            return try unsafe connect(name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | links, path, busyTimeout)
        } catch {
            throw error
        }
    }

    private static func connect(
        _ name: String, _ flags: Int32, _ path: String, _ busyTimeout: Duration
    ) throws(StorageError) -> OpaquePointer {
        guard CSQLite_load_library() else {
            throw .database(operation: "open", path: path, code: SQLITE_MISUSE, message: "SQLite is not installed")
        }
        var handle: OpaquePointer?
        let code = unsafe Path.withCString(name) { name in
            unsafe sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        }
        guard let handle = unsafe handle else {
            throw .database(operation: "open", path: path, code: SQLITE_NOMEM, message: "out of memory")
        }
        unsafe sqlite3_busy_timeout(handle, Int32(clamping: Int(busyTimeout / .milliseconds(1))))
        // SQLite's temporary files would lie in /var/tmp, where a program confined to its own files may not write.
        // Reading the schema shows whether the file is a database at all, and whether its log can be used.
        let settings = """
            PRAGMA trusted_schema=OFF; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;
            SELECT count(*) FROM sqlite_schema
            """
        if unsafe code != SQLITE_OK || sqlite3_exec(handle, settings, nil, nil, nil) != SQLITE_OK {
            let error = unsafe error("open", path, handle)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        return unsafe handle
    }

    private static func error(_ operation: String, _ path: String, _ handle: OpaquePointer) -> StorageError {
        .database(
            operation: operation, path: path, code: unsafe sqlite3_extended_errcode(handle),
            message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}
