/// What a database of this program holds, and how it came to hold it.
package struct DatabaseSchema: Equatable, Sendable {
    /// Marks the file as this program's (`PRAGMA application_id`).
    package var applicationID: Int32
    /// Scripts in order, none ever changed once released: the first makes version 1 of nothing.
    package var migrations: [String]

    /// Makes a schema.
    package init(applicationID: Int32, migrations: [String]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// The version that the last script leads to (`PRAGMA user_version`).
    package var version: Int { migrations.count }
}
