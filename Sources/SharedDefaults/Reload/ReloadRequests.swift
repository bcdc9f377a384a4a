public import FoundationEssentials
import Storage

/// A wish for a new timeline that nobody has taken yet.
public struct ReloadRequest: Equatable, Sendable {
    /// Its number; later ones are higher.
    public var id: Int
    /// The kind of widget; `nil` for all.
    public var kind: String?
    /// When it was asked for.
    public var date: Date
    /// The group that was written to, where a write asked.
    public var group: GroupName?
    /// The key that was written, where a write asked.
    public var key: String?
}

/// The reloads that writers and people have asked for, handed to whoever does them.
///
/// A request is in the same transaction as the write that it came with: whoever has the one sees the other. A newer
/// request of the same kind, group and key takes the place of an older one that nobody has taken.
public final class ReloadRequests: Sendable {
    private let store: Store
    private let now: @Sendable () -> Date

    /// Opens the requests of a state directory, an absolute path.
    public init(stateDirectory: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
        store = Store(stateDirectory: stateDirectory)
    }

    /// Asks for a reload.
    public func add(_ target: ReloadTarget) throws(DefaultsError) {
        try target.validate()
        let date = now().timeIntervalSince1970
        try write { (database) throws(StorageError) in try target.request(in: &database, at: date) }
    }

    /// What has been asked for and not taken, in order.
    public func pending() throws(DefaultsError) -> [ReloadRequest] {
        try DefaultsError.wrapping { () throws(StorageError) in
            try store.read { (database) throws(StorageError) in try Self.rows(of: &database) } ?? []
        }
    }

    /// Hands over what has been asked for, in order, each request to one taker only.
    ///
    /// With `kinds`, only what names one of them; what asks for all is then left to whoever takes everything.
    public func take(kinds: [String]? = nil) throws(DefaultsError) -> [ReloadRequest] {
        let isWanted = { @Sendable (request: ReloadRequest) in
            guard let kinds else { return true }
            return request.kind.map(kinds.contains) ?? false
        }
        // Most of the time there is none, and then no other writer is kept waiting.
        guard try pending().contains(where: isWanted) else { return [] }
        return try write { (database) throws(StorageError) in
            let taken = try Self.rows(of: &database).filter(isWanted)
            for request in taken {
                try database.execute("DELETE FROM reload_requests WHERE id = ?", .integer(request.id))
            }
            return taken
        }
    }

    private func write<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(DefaultsError) -> R {
        try DefaultsError.wrapping { () throws(StorageError) in try store.write(body) }
    }

    private static func rows(of database: inout Database) throws(StorageError) -> [ReloadRequest] {
        try database.rows("SELECT id, kind, requested_at, group_name, key FROM reload_requests ORDER BY id") { row in
            ReloadRequest(
                id: row.integer(0), kind: row.text(1) == "*" ? nil : row.text(1),
                date: Date(timeIntervalSince1970: row.real(2)),
                group: row.isNull(3) ? nil : GroupName(stored: row.text(3)), key: row.isNull(4) ? nil : row.text(4))
        }
    }
}
