import CSQLite

/// The current row of a query, lent to the closure that reads it; columns count from 0.
@safe package struct DatabaseRow: ~Copyable {
    // Belongs to the database, which outlives the borrow.
    private let statement: OpaquePointer

    @unsafe init(statement: OpaquePointer) { unsafe self.statement = statement }

    /// Whether a column holds no value.
    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// A whole number; 0 for what is not one.
    package func integer(_ column: Int32) -> Int { unsafe Int(sqlite3_column_int64(statement, column)) }

    /// A number; 0 for what is not one.
    package func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(statement, column) }

    /// Text, repaired where it is not UTF-8; empty for no value.
    package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// Bytes; empty for no value.
    package func bytes(_ column: Int32) -> [UInt8] {
        guard let base = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        return unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
    }
}
