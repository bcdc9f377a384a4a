public import FoundationEssentials
import Storage

/// The values that the programs of one app group share: what `UserDefaults(suiteName:)` is between processes.
///
/// One key is one atomic write: writers of other keys lose nothing, and a reader sees the old value or the new one. Any
/// number of processes may use the store at once, and may be killed at any instruction; what was written is on the disk
/// when ``write(_:forKey:reload:)`` returns.
public final class SharedDefaults: Sendable {
    /// The longest key, in bytes of UTF-8.
    public static let maxKeyBytes = 512
    /// The largest value, in bytes: 4 MiB.
    public static let maxValueBytes = 4 << 20

    /// The group.
    public let group: GroupName
    private let store: Store
    private let now: @Sendable () -> Date

    /// Opens a group of the store in a state directory, an absolute path; nothing is made before the first write.
    public init(group: GroupName, stateDirectory: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.group = group
        self.now = now
        store = Store(stateDirectory: stateDirectory)
    }

    // MARK: - Reading

    /// The value of a key, whatever its type; `nil` where there is none.
    public func value(forKey key: String) throws(DefaultsError) -> DefaultsValue? { try entry(forKey: key)?.value }

    /// A key with its value and date; `nil` where there is none.
    public func entry(forKey key: String) throws(DefaultsError) -> DefaultsEntry? {
        try Self.validate(key)
        return try read { (database) throws(StorageError) in
            try database.first(
                "SELECT key, type, value, written_at FROM defaults WHERE group_name = ? AND key = ?",
                .text(group.text), .text(key), row: Self.entry)
        } ?? nil
    }

    /// The keys of the group with their values, in the order of the keys' bytes.
    public func entries() throws(DefaultsError) -> [DefaultsEntry] {
        try read { (database) throws(StorageError) in
            try database.rows(
                "SELECT key, type, value, written_at FROM defaults WHERE group_name = ? ORDER BY key",
                .text(group.text), row: Self.entry)
        } ?? []
    }

    /// A key's value, which must be of a type; `nil` where there is none.
    ///
    /// - Throws: as ``DefaultsEntry/value(as:)``.
    public func value(forKey key: String, as type: DefaultsType) throws(DefaultsError) -> DefaultsValue? {
        try entry(forKey: key)?.value(as: type)
    }

    // MARK: - Writing

    /// Writes a value in place of the key's old one, and asks for a reload in the same transaction.
    ///
    /// Whoever takes the request sees the value. The group is made by its first write.
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - reload: The widgets whose reload is asked for.
    ///   - maxStoreBytes: How many bytes the whole store may take after the write; `nil` for no limit. A write that makes a
    ///     full store no larger is allowed.
    /// - Returns: the number of the change, which rises.
    /// - Throws: `StorageError.noRoom` in ``DefaultsError/storage(_:)`` where the store would grow beyond `maxStoreBytes`.
    @discardableResult
    public func write(
        _ value: DefaultsValue, forKey key: String, reload: ReloadTarget? = nil, maxStoreBytes: Int? = nil
    ) throws(DefaultsError) -> Int {
        try Self.validate(key)
        try value.validate(forKey: key)
        try reload?.validate()
        let date = now().timeIntervalSince1970
        let path = store.layout.database
        return try write { (database) throws(StorageError) in
            let before = maxStoreBytes == nil ? 0 : try database.usedBytes()
            try database.execute(
                """
                INSERT INTO defaults (group_name, key, type, value, written_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (group_name, key) DO UPDATE
                SET type = excluded.type, value = excluded.value, written_at = excluded.written_at
                """, .text(group.text), .text(key), .text(value.type.rawValue), value.stored, .real(date))
            try reload?.request(in: &database, at: date, group: group, key: key)
            if let maxStoreBytes {
                let after = try database.usedBytes()
                guard after <= max(maxStoreBytes, before) else {
                    throw .noRoom(path: path, needed: after, limit: maxStoreBytes)
                }
            }
            return try Self.lastChange(in: &database)
        }
    }

    /// Removes a key, and asks for a reload in the same transaction.
    ///
    /// - Returns: the number of the change, or `nil` where there was no such key; then no reload is asked for.
    @discardableResult
    public func removeValue(forKey key: String, reload: ReloadTarget? = nil) throws(DefaultsError) -> Int? {
        try reload?.validate()
        guard try entry(forKey: key) != nil else { return nil }
        let date = now().timeIntervalSince1970
        return try write { (database) throws(StorageError) -> Int? in
            let count = try database.execute(
                "DELETE FROM defaults WHERE group_name = ? AND key = ?", .text(group.text), .text(key))
            guard count > 0 else { return nil }
            let change = try Self.lastChange(in: &database)
            // The trigger noted the machine's time.
            try database.execute("UPDATE changes SET changed_at = ? WHERE sequence = ?", .real(date), .integer(change))
            try reload?.request(in: &database, at: date, group: group, key: key)
            return change
        }
    }

    // MARK: - Inside

    private func read<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(DefaultsError) -> R? {
        try DefaultsError.wrapping { () throws(StorageError) in try store.read(body) }
    }

    private func write<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(DefaultsError) -> R {
        try DefaultsError.wrapping { () throws(StorageError) in try store.write(body) }
    }

    private static func validate(_ key: String) throws(DefaultsError) {
        guard (1...maxKeyBytes).contains(key.utf8.count),
            key.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .badKey(key) }
    }

    private static func lastChange(in database: inout Database) throws(StorageError) -> Int {
        try database.first("SELECT max(sequence) FROM changes") { $0.integer(0) } ?? 0
    }

    private static func entry(_ row: borrowing DatabaseRow) -> DefaultsEntry {
        DefaultsEntry(
            key: row.text(0), value: DefaultsValue(row, type: 1, value: 2),
            date: Date(timeIntervalSince1970: row.real(3)))
    }
}
