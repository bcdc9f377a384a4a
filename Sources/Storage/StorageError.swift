/// Why a file, a directory or the index could not be used.
public enum StorageError: Error, Equatable, Sendable {
    /// No usable home: HOME is missing or relative, and no directory was given.
    case noHome(variable: String, value: String?)
    /// A system call failed: what was done, to which path, and the error number.
    case system(operation: String, path: String, errno: Int32)
    /// SQLite failed: what was done, its extended result code, its words.
    case database(operation: String, path: String, code: Int32, message: String)
    /// The file or directory was written by another version of the layout.
    case layoutVersion(path: String, found: Int, supported: Int)
}
