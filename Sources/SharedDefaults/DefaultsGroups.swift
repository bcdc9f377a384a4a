public import FoundationEssentials
import Storage

/// The app groups of a state directory.
public final class DefaultsGroups: Sendable {
    /// A group and how much is in it.
    public struct Summary: Equatable, Sendable {
        /// Its name.
        public var group: GroupName
        /// How many keys have a value.
        public var keyCount: Int
        /// When its first key was written.
        public var created: Date
    }

    /// The file that holds the values of all groups.
    public var path: String { store.layout.database }
    private let store: Store

    /// Looks at the store in a state directory, an absolute path.
    public init(stateDirectory: String) { store = Store(stateDirectory: stateDirectory) }

    /// The groups that were ever written to, by name.
    public func all() throws(DefaultsError) -> [Summary] {
        try DefaultsError.wrapping { () throws(StorageError) in
            try store.read { (database) throws(StorageError) in
                try database.rows(
                    """
                    SELECT name, created_at, (SELECT count(*) FROM defaults WHERE group_name = name) FROM groups
                    ORDER BY name
                    """
                ) { row in
                    Summary(
                        group: GroupName(stored: row.text(0)), keyCount: row.integer(2),
                        created: Date(timeIntervalSince1970: row.real(1)))
                }
            } ?? []
        }
    }

    /// How many bytes the store's pages take that hold something; 0 where there is no store.
    public func byteCount() throws(DefaultsError) -> Int {
        try DefaultsError.wrapping { () throws(StorageError) in
            try store.read { (database) throws(StorageError) in try database.usedBytes() } ?? 0
        }
    }

    /// Lets the members of a unix group read and write the store, which is made where it does not exist.
    ///
    /// The directory gets mode 2770, its files 0660; without this they are 0700 and 0600. It holds for all app groups,
    /// because they lie in one file; a store of its own is a state directory of its own.
    public func share(withUnixGroup name: String) throws(DefaultsError) {
        guard let group = FileAccess.groupID(named: name) else { throw .unknownUnixGroup(name) }
        try DefaultsError.wrapping { () throws(StorageError) in
            try store.write { (_) in }
            try store.layout.share(with: group)
        }
    }
}
