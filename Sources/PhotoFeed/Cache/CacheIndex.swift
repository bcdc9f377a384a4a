import FoundationEssentials
import Storage

/// The index of the disk tier: typed questions and answers over `index.sqlite`.
struct CacheIndex: ~Copyable {
    /// A last use is written again only when it is older than this, in seconds: no write per read.
    static let useGranularity = 300.0

    var database: Database

    init(path: String, access: Database.Access = .readWrite, keepsLog: Bool = true) throws(StorageError) {
        database = try Database.open(path: path, schema: Self.schema, access: access, keepsLog: keepsLog)
    }

    /// Whether the path no longer leads to this index.
    var hasMoved: Bool { database.hasMoved }

    /// Lends itself to a closure, so that an optional index can be asked.
    mutating func lend<R>(_ body: (inout CacheIndex) throws(StorageError) -> R) throws(StorageError) -> R {
        try body(&self)
    }

    /// Does work wholly or not at all.
    mutating func transaction<R>(_ body: (inout CacheIndex) throws(StorageError) -> R) throws(StorageError) -> R {
        try database.execute("BEGIN IMMEDIATE")
        do {
            let result = try body(&self)
            try database.execute("COMMIT")
            return result
        } catch {
            _ = try? database.execute("ROLLBACK")
            throw error
        }
    }

    /// What is wrong inside the file, in SQLite's words.
    mutating func findings() throws(StorageError) -> [String] { try database.findings() }
}

// What is known of each URL.
extension CacheIndex {
    private static let columns = "url, digest, extension, size, fields, requested_at, received_at, reach"

    /// The stored answer of a URL.
    mutating func response(for url: String) throws(StorageError) -> CachedResponse? {
        try database.first("SELECT \(Self.columns) FROM responses WHERE url = ?", .text(url), row: CachedResponse.init)
    }

    /// All stored answers.
    mutating func responses() throws(StorageError) -> [CachedResponse] {
        try database.rows("SELECT \(Self.columns) FROM responses", row: CachedResponse.init)
    }

    /// Keeps an answer in place of the URL's old one, and forgets the URL's failure.
    ///
    /// An original that no URL leads to any longer becomes the first to evict.
    mutating func put(_ response: CachedResponse) throws(StorageError) {
        let old = try self.response(for: response.url)?.digest
        try database.execute(
            "INSERT OR REPLACE INTO responses (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", .text(response.url),
            .text(response.digest), .text(response.fileExtension), .integer(response.byteCount),
            .text(response.fields.lines), .real(response.requestedAt.timeIntervalSince1970),
            .real(response.receivedAt.timeIntervalSince1970),
            response.reach.map { .text($0.rawValue) } ?? .null)
        try database.execute("DELETE FROM failures WHERE url = ?", .text(response.url))
        try removeRedirect(of: response.url)
        if let old, old != response.digest { try evictFirst(unlessWanted: old) }
    }

    /// Forgets the answer of a URL: its digest, where there was one.
    ///
    /// An original that no URL leads to any longer becomes the first to evict.
    mutating func removeResponse(of url: String) throws(StorageError) -> String? {
        guard let digest = try response(for: url)?.digest else { return nil }
        try database.execute("DELETE FROM responses WHERE url = ?", .text(url))
        try evictFirst(unlessWanted: digest)
        return digest
    }

    /// Whether a URL leads to an original, or a current entry shows it.
    mutating func isWanted(_ digest: String) throws(StorageError) -> Bool {
        try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM responses WHERE digest = ?1) OR EXISTS (SELECT 1 FROM pins WHERE digest = ?1)
            """, .text(digest)
        ) { $0.integer(0) != 0 } ?? false
    }

    private mutating func evictFirst(unlessWanted digest: String) throws(StorageError) {
        try database.execute(
            """
            UPDATE files SET last_use = 0
            WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM responses WHERE digest = ?1)
            """, .text(digest))
    }

    /// How many URLs have a stored answer whose original is there.
    mutating func responseCount() throws(StorageError) -> Int {
        try database.first("SELECT count(*) FROM responses WHERE \(Self.hasOriginal)") { $0.integer(0) } ?? 0
    }

    /// Forgets answers whose original is gone, of so many URLs after one; returns the last of them, `nil` at the end.
    mutating func removeOrphans(after url: String, limit: Int) throws(StorageError) -> String? {
        let last = try database.first(
            "SELECT max(url) FROM (SELECT url FROM responses WHERE url > ? ORDER BY url LIMIT ?)", .text(url),
            .integer(limit)
        ) { $0.text(0) }
        guard let last, !last.isEmpty else { return nil }
        try database.execute(
            "DELETE FROM responses WHERE url > ? AND url <= ? AND NOT \(Self.hasOriginal)", .text(url), .text(last))
        return last
    }

    private static let hasOriginal =
        "EXISTS (SELECT 1 FROM files WHERE files.digest = responses.digest AND variant = '')"
}

// The files, their sizes and uses.
extension CacheIndex {
    /// What the index knows of a file.
    struct FileRecord: Sendable {
        var file: CacheLayout.File
        var byteCount: Int
        var lastUse: Double
        var checksum: String?

        init(file: CacheLayout.File, byteCount: Int, lastUse: Double, checksum: String? = nil) {
            self.file = file
            self.byteCount = byteCount
            self.lastUse = lastUse
            self.checksum = checksum
        }

        /// `nil` for a row that names no file of the tier.
        fileprivate init?(_ row: borrowing DatabaseRow) {
            guard
                let file = CacheLayout.File(digest: row.text(0), variant: row.text(1), fileExtension: row.text(2))
            else { return nil }
            self.init(
                file: file, byteCount: row.integer(3), lastUse: row.real(4),
                checksum: row.isNull(5) ? nil : row.text(5))
        }
    }

    private static let fileColumns = "digest, variant, extension, size, last_use, checksum"

    /// What is known of one file.
    mutating func record(of file: CacheLayout.File) throws(StorageError) -> FileRecord? {
        try database.first(
            "SELECT \(Self.fileColumns) FROM files WHERE digest = ? AND variant = ? AND extension = ?",
            .text(file.digest), .text(file.variant), .text(file.fileExtension)
        ) { FileRecord($0) } ?? nil
    }

    /// The next files after one in the order of their names; the first ones without one.
    mutating func records(after file: CacheLayout.File?, limit: Int) throws(StorageError) -> [FileRecord] {
        try database.rows(
            """
            SELECT \(Self.fileColumns) FROM files WHERE (digest, variant, extension) > (?, ?, ?)
            ORDER BY digest, variant, extension LIMIT ?
            """, .text(file?.digest ?? ""), .text(file?.variant ?? ""), .text(file?.fileExtension ?? ""),
            .integer(limit)
        ) { FileRecord($0) }.compactMap(\.self)
    }

    /// The files made of one original, and itself.
    mutating func records(withDigest digest: String) throws(StorageError) -> [FileRecord] {
        try database.rows("SELECT \(Self.fileColumns) FROM files WHERE digest = ?", .text(digest)) { FileRecord($0) }
            .compactMap(\.self)
    }

    /// The least recently used file that is not pinned and not made of one original.
    mutating func leastRecentlyUsed(except digest: String?) throws(StorageError) -> FileRecord? {
        try database.first(
            """
            SELECT \(Self.fileColumns) FROM files
            WHERE digest <> ? AND NOT EXISTS (SELECT 1 FROM pins WHERE pins.digest = files.digest)
            ORDER BY last_use LIMIT 1
            """, .text(digest ?? "")
        ) { FileRecord($0) } ?? nil
    }

    /// Keeps what is known of a file.
    mutating func put(_ record: FileRecord) throws(StorageError) {
        try database.execute(
            """
            INSERT INTO files (\(Self.fileColumns)) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET size = excluded.size, last_use = excluded.last_use, checksum = excluded.checksum
            """, .text(record.file.digest), .text(record.file.variant), .text(record.file.fileExtension),
            .integer(record.byteCount), .real(record.lastUse), record.checksum.map { .text($0) } ?? .null)
    }

    /// Forgets a file.
    ///
    /// What leads to it stays until the tier is pruned: finding that would touch two more pages at other places of a large
    /// index, and an answer without its original is a miss.
    mutating func remove(_ file: CacheLayout.File) throws(StorageError) {
        try database.execute(
            "DELETE FROM files WHERE digest = ? AND variant = ? AND extension = ?", .text(file.digest),
            .text(file.variant), .text(file.fileExtension))
    }

    /// Forgets all files and all answers.
    mutating func removeFiles() throws(StorageError) {
        try database.execute("DELETE FROM files")
        try database.execute("DELETE FROM responses")
        try database.execute("DELETE FROM redirects")
    }

    /// Writes the last use of a file.
    mutating func setLastUse(of file: CacheLayout.File, to time: Double) throws(StorageError) {
        try database.execute(
            "UPDATE files SET last_use = ? WHERE digest = ? AND variant = ? AND extension = ?", .real(time),
            .text(file.digest), .text(file.variant), .text(file.fileExtension))
    }

    /// Makes an original, and what was made of it, the first to evict.
    mutating func evictFirst(_ digest: String) throws(StorageError) {
        try database.execute("UPDATE files SET last_use = 0 WHERE digest = ?", .text(digest))
    }

    /// Bytes and number of all files, and the bytes of the pinned ones.
    mutating func totals() throws(StorageError) -> (bytes: Int, files: Int) {
        try database.first("SELECT bytes, files FROM totals") { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// Bytes and number of the files that may not be evicted.
    mutating func pinnedTotals() throws(StorageError) -> (bytes: Int, files: Int) {
        try database.first(
            """
            SELECT coalesce(sum(size), 0), count(*) FROM files WHERE digest IN (SELECT digest FROM pins)
            """
        ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// The first and the last use of any file.
    mutating func uses() throws(StorageError) -> (oldest: Double, newest: Double)? {
        try database.first("SELECT min(last_use), max(last_use) FROM files WHERE last_use > 0 HAVING count(*) > 0") {
            ($0.real(0), $0.real(1))
        }
    }

    /// How many of the files are originals.
    mutating func originalCount() throws(StorageError) -> Int {
        try database.first("SELECT count(*) FROM files WHERE variant = ''") { $0.integer(0) } ?? 0
    }
}

// What is shown, what failed, what was counted.
extension CacheIndex {
    /// Pins originals under a name, in place of the name's old pins.
    mutating func pin(_ digests: [String], as name: String) throws(StorageError) {
        try database.execute("DELETE FROM pins WHERE name = ?", .text(name))
        for digest in Set(digests) {
            try database.execute("INSERT INTO pins VALUES (?, ?)", .text(name), .text(digest))
        }
    }

    /// What a name pins.
    mutating func pins(of name: String) throws(StorageError) -> Set<String> {
        Set(try database.rows("SELECT digest FROM pins WHERE name = ?", .text(name)) { $0.text(0) })
    }

    /// Everything pinned.
    mutating func pins() throws(StorageError) -> Set<String> {
        Set(try database.rows("SELECT digest FROM pins") { $0.text(0) })
    }

    /// Keeps why a URL is not to be asked for, and until when.
    mutating func put(_ failure: CachedFailure, at time: Double) throws(StorageError) {
        try database.execute(
            "INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?)", .text(failure.url), .text(failure.kind),
            .real(failure.until.timeIntervalSince1970), .real(time))
    }

    /// Why a URL is not to be asked for now; one that was recorded in the future (a clock set back) counts no longer.
    mutating func failure(for url: String, at time: Double) throws(StorageError) -> CachedFailure? {
        try database.first(
            """
            SELECT kind, min(until, recorded_at + ?3) FROM failures
            WHERE url = ?1 AND until > ?2 AND ?2 BETWEEN recorded_at AND recorded_at + ?3
            """, .text(url), .real(time), .real(Self.longestWait)
        ) { CachedFailure(url: url, kind: $0.text(0), until: Date(timeIntervalSince1970: $0.real(1))) }
    }

    /// How many URLs are not to be asked for now.
    mutating func failureCount(at time: Double) throws(StorageError) -> Int {
        try database.first(
            "SELECT count(*) FROM failures WHERE until > ?1 AND ?1 BETWEEN recorded_at AND recorded_at + ?2",
            .real(time), .real(Self.longestWait)
        ) { $0.integer(0) } ?? 0
    }

    /// Keeps until when a host is not to be asked.
    mutating func putBackOff(of host: String, until: Double, at time: Double) throws(StorageError) {
        try database.execute(
            "INSERT OR REPLACE INTO back_offs (host, until, recorded_at) VALUES (?, ?, ?)", .text(host), .real(until),
            .real(time))
    }

    /// How often a host has failed since it last answered.
    mutating func failureCount(ofHost host: String, at time: Double) throws(StorageError) -> Int {
        try database.first(
            "SELECT failures FROM back_offs WHERE host = ?1 AND recorded_at <= ?2", .text(host), .real(time)
        ) { $0.integer(0) } ?? 0
    }

    /// Keeps how often a host has failed since it last answered; a wait that it asked for still holds.
    mutating func putFailureCount(
        _ count: Int, ofHost host: String, until: Double, at time: Double
    ) throws(StorageError) {
        try database.execute(
            """
            INSERT INTO back_offs (host, until, recorded_at, failures) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET until = CASE WHEN recorded_at > ?3 THEN ?2 ELSE max(until, ?2) END,
            recorded_at = ?3, failures = ?4
            """, .text(host), .real(until), .real(time), .integer(count))
    }

    /// The hosts that are not to be asked now, and until when.
    mutating func backOffs(at time: Double) throws(StorageError) -> [HostBackOff] {
        try database.rows(
            """
            SELECT host, min(until, recorded_at + ?2) FROM back_offs
            WHERE until > ?1 AND ?1 BETWEEN recorded_at AND recorded_at + ?2 ORDER BY host
            """, .real(time), .real(Self.longestWait)
        ) { HostBackOff(host: $0.text(0), until: Date(timeIntervalSince1970: $0.real(1))) }
    }

    /// Until when a host is not to be asked; `nil` if it may be.
    mutating func backOff(of host: String, at time: Double) throws(StorageError) -> Date? {
        try database.first(
            """
            SELECT min(until, recorded_at + ?3) FROM back_offs
            WHERE host = ?1 AND until > ?2 AND ?2 BETWEEN recorded_at AND recorded_at + ?3
            """, .text(host), .real(time), .real(Self.longestWait)
        ) { Date(timeIntervalSince1970: $0.real(0)) }
    }

    /// Forgets failures and waits that are over.
    mutating func removeExpired(at time: Double) throws(StorageError) {
        try database.execute("DELETE FROM failures WHERE until <= ?1 OR recorded_at > ?1", .real(time))
        try database.execute(
            "DELETE FROM back_offs WHERE until <= ?1 AND failures = 0 OR recorded_at NOT BETWEEN ?1 - ?2 AND ?1",
            .real(time), .real(Self.countLife))
    }

    /// The longest that a URL or a host is left alone after one answer, in seconds, whatever stands in the index.
    private static let longestWait = RetryAfter.longest + 1

    /// How long failures of a host count as following one another, in seconds.
    private static let countLife = 86_400.0

    /// When the tier was last tidied, in seconds since 1970; 0 for never.
    mutating func tidiedAt() throws(StorageError) -> Double {
        try database.first("SELECT value FROM counters WHERE name = 'tidied_at'") { $0.real(0) } ?? 0
    }

    /// Keeps when the tier was last tidied.
    mutating func setTidied(at time: Double) throws(StorageError) {
        try database.execute("INSERT OR REPLACE INTO counters VALUES ('tidied_at', ?)", .integer(Int(bounded: time)))
    }

    /// Forgets all failures; hosts that said "wait" are still obeyed.
    mutating func removeFailures() throws(StorageError) { try database.execute("DELETE FROM failures") }

    /// Adds to counters that outlive the process.
    mutating func add(_ counts: CacheCounters) throws(StorageError) {
        for (name, value) in counts.named where value != 0 {
            try database.execute(
                "INSERT INTO counters VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + ?2", .text(name),
                .integer(value))
        }
    }

    /// The counters of all processes that ever used the index.
    mutating func counters() throws(StorageError) -> CacheCounters {
        let named = try database.rows("SELECT name, value FROM counters") { ($0.text(0), $0.integer(1)) }
        return CacheCounters(named: Dictionary(named) { _, last in last })
    }
}

extension CachedResponse {
    /// Reads a row of `responses`.
    fileprivate init(_ row: borrowing DatabaseRow) {
        self.init(
            url: row.text(0), fields: HTTPFields(lines: row.text(4)),
            requestedAt: Date(timeIntervalSince1970: row.real(5)),
            receivedAt: Date(timeIntervalSince1970: row.real(6)), digest: row.text(1), fileExtension: row.text(2),
            byteCount: row.integer(3), reach: row.isNull(7) ? nil : Reach(rawValue: row.text(7)))
    }
}
