import Glibc
package import Storage

// Whether anything can be kept.
extension DiskCache {
    /// Why nothing, or not everything, can be kept in a cache directory; `nil` where all can.
    ///
    /// A directory that is not there can be made where the nearest one above it can be written. Nothing is written for the
    /// answer: it comes of owners, modes and free space.
    package static func problem(in directory: String) -> StorageError? {
        let layout = CacheLayout(directory: directory)
        do throws(StorageError) {
            guard let status = try FileStatus.of(directory) else { return nil }
            guard status.kind == .directory || Directory.isDirectory(directory) else {
                return .system(operation: "use as a directory", path: directory, errno: ENOTDIR)
            }
            if try Directory.freeBytes(at: directory) < leastFree {
                return .system(operation: "write", path: directory, errno: ENOSPC)
            }
        } catch {
            return error
        }
        let files = [layout.index, "\(layout.index)-wal", "\(layout.index)-shm", layout.lock]
        for path in [directory, layout.objects, layout.thumbnails, layout.partials] + files {
            if let number = refusal(to: path) { return .system(operation: "write", path: path, errno: number) }
        }
        return nil
    }

    /// What else is wrong: the index was found, and could not be opened for writing.
    package var problem: StorageError? {
        if let problem = Self.problem(in: directory) { return problem }
        do throws(StorageError) {
            try openForWriting()
            return nil
        } catch {
            return error.isBusy ? nil : error
        }
    }

    /// Space below which a file system counts as full, in bytes: an index needs some pages, and a picture more.
    private static let leastFree = 64 << 10

    /// Why this user may not write to a path; `nil` where that is allowed, or nothing is there.
    private static func refusal(to path: String) -> Int32? {
        guard unsafe access(path, W_OK) != 0 else { return nil }
        return errno == ENOENT ? nil : errno
    }
}
