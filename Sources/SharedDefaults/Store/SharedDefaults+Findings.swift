package import Storage

extension SharedDefaults {
    /// What is wrong inside the store of a state directory, in SQLite's words; `nil` where there is no store.
    ///
    /// Reads the whole store and writes nothing.
    /// - Throws: an error that ``StorageError/isDamaged`` for a file that is no store.
    package static func storeFindings(in stateDirectory: String) throws(StorageError) -> [String]? {
        let layout = StoreLayout(stateDirectory: stateDirectory)
        var path = layout.database
        if try FileStatus.of(path) == nil {
            // One that has not been moved yet; a link that leads nowhere is none.
            path = layout.oldDatabase
            guard try FileStatus.of(path).map({ $0.kind != .symbolicLink }) == true else { return nil }
        }
        try layout.checkFiles(of: path)
        do {
            var database = try Database.open(path: path, schema: Store.schema, access: .readOnly, followsLinks: false)
            return try database.findings()
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }
}
