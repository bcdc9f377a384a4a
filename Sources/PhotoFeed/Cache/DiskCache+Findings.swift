package import Storage

extension DiskCache {
    /// What is wrong inside the index of a cache directory, in SQLite's words; `nil` where there is no index.
    ///
    /// Reads the whole index and writes nothing.
    /// - Throws: an error that ``StorageError/isDamaged`` for a file that is no index.
    package static func indexFindings(in directory: String) throws(StorageError) -> [String]? {
        let path = CacheLayout(directory: directory).index
        guard try FileStatus.of(path) != nil else { return nil }
        do {
            var index = try CacheIndex(path: path, access: .readOnly, keepsLog: false)
            return try index.findings()
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }
}
