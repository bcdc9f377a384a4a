import Storage

// What is being fetched, and what was fetched in part.
extension CacheIndex {
    /// Notes that a URL is being fetched, by whoever holds a byte of the lock.
    mutating func putLease(_ byte: Int64, of url: String, at time: Double) throws(StorageError) {
        try database.execute(
            "INSERT OR REPLACE INTO leases VALUES (?, ?, ?)", .integer(Int(byte)), .text(url), .real(time))
    }

    /// Forgets a lease.
    mutating func removeLease(_ byte: Int64) throws(StorageError) {
        try database.execute("DELETE FROM leases WHERE id = ?", .integer(Int(byte)))
    }

    /// The bytes of all leases, dead ones too.
    mutating func leases() throws(StorageError) -> [Int64] {
        try database.rows("SELECT id FROM leases") { Int64($0.integer(0)) }
    }

    /// What is known of a cut download.
    struct PartialRecord: Sendable {
        var url: String
        /// SHA-256 of the bytes that came, the name of their file.
        var digest: String
        var byteCount: Int
        var validator: String
    }

    private static let partialColumns = "url, file, size, validator"

    /// The cut download of a URL.
    mutating func partial(of url: String) throws(StorageError) -> PartialRecord? {
        try database.first(
            "SELECT \(Self.partialColumns) FROM partials WHERE url = ?", .text(url), row: PartialRecord.init)
    }

    /// Cut downloads, the oldest first.
    mutating func partials() throws(StorageError) -> [PartialRecord] {
        try database.rows(
            "SELECT \(Self.partialColumns) FROM partials ORDER BY received_at", row: PartialRecord.init)
    }

    /// Bytes of all cut downloads.
    mutating func partialBytes() throws(StorageError) -> Int {
        try database.first("SELECT coalesce(sum(size), 0) FROM partials") { $0.integer(0) } ?? 0
    }

    /// Keeps what is known of a cut download.
    mutating func put(_ partial: PartialRecord, at time: Double) throws(StorageError) {
        try database.execute(
            "INSERT OR REPLACE INTO partials VALUES (?, ?, ?, ?, ?)", .text(partial.url), .text(partial.digest),
            .integer(partial.byteCount), .text(partial.validator), .real(time))
    }

    /// Forgets the cut download of a URL.
    mutating func removePartial(of url: String) throws(StorageError) {
        try database.execute("DELETE FROM partials WHERE url = ?", .text(url))
    }

    /// Forgets cut downloads that are older than a time, or from the future.
    mutating func removePartials(before oldest: Double, orAfter time: Double) throws(StorageError) {
        try database.execute(
            "DELETE FROM partials WHERE received_at NOT BETWEEN ? AND ?", .real(oldest), .real(time))
    }
}

extension CacheIndex.PartialRecord {
    /// Reads a row of `partials`.
    fileprivate init(_ row: borrowing DatabaseRow) {
        self.init(url: row.text(0), digest: row.text(1), byteCount: row.integer(2), validator: row.text(3))
    }
}
