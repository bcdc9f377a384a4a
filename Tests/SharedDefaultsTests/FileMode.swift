import Glibc
import Storage

/// The permissions of a path, with the set-ID bits.
func mode(of path: String) throws -> UInt32 {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
        throw StorageError.system(operation: "examine", path: path, errno: errno)
    }
    return status.st_mode & 0o7777
}
