package import Storage

extension SharedDefaults {
    /// What is wrong inside the store of a state directory, in SQLite's words; `nil` where there is no store.
    ///
    /// Reads the whole store and writes nothing.
    /// - Throws: an error that ``StorageError/isDamaged`` for a file that is no store.
    package static func storeFindings(in stateDirectory: String) throws(StorageError) -> [String]? {
        let path = StoreLayout(directory: stateDirectory).database
        // Empty is one that a process has made a moment ago.
        guard let status = try FileStatus.of(path), status.byteCount > 0 else { return nil }
        var database = try Database.open(path: path, schema: Store.schema, access: .readOnly)
        return try database.findings()
    }
}
