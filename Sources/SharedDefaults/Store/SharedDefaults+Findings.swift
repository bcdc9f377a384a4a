package import Storage

extension SharedDefaults {
    /// What is wrong inside the store of a state directory, in SQLite's words; `nil` where there is no store.
    ///
    /// Reads the whole store and writes nothing.
    /// - Throws: an error that ``StorageError/isDamaged`` for a file that is no store.
    package static func storeFindings(in stateDirectory: String) throws(StorageError) -> [String]? {
        let path = StoreLayout(directory: stateDirectory).database
        guard try FileStatus.of(path) != nil else { return nil }
        do {
            var database = try Database.open(path: path, schema: Store.schema, access: .readOnly)
            return try database.findings()
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }
}
