internal import Glibc
internal import Storage

/// The folder of a saved feed: the only place whose files the feed may name.
struct LocalFolder {
    /// The folder, links resolved.
    private let real: String

    /// The folder of a feed's file.
    init(ofFeed path: String) throws(LoadError) {
        real = try Self.realPath(of: Path.parent(of: path))
    }

    /// Reads a file below the folder, whole; a link that leads out of it is refused.
    func read(_ path: String, maxBytes: Int) throws(LoadError) -> LocalFile {
        let resolved = try Self.realPath(of: path)
        guard Path.isBelow(resolved, real) else {
            throw .fetch(.refused(url: path, address: resolved, reason: "outside the feed's folder"))
        }
        return try LocalFile(reading: resolved, maxBytes: maxBytes)
    }

    private static func realPath(of path: String) throws(LoadError) -> String {
        guard let resolved = unsafe Path.withCString(path, { unsafe realpath($0, nil) }) else {
            throw .storage(.system(operation: "read", path: path, errno: errno))
        }
        defer { unsafe free(resolved) }
        return unsafe Path.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}

/// A file that was read whole.
struct LocalFile {
    /// Its bytes.
    let bytes: [UInt8]
    /// When it was last changed, in whole seconds since 1970.
    let modified: Int

    /// Reads a regular file; a longer one than allowed is refused before it is read.
    ///
    /// A symbolic link is followed only where a person named the file.
    init(reading path: String, maxBytes: Int, followsLinks: Bool = false) throws(LoadError) {
        do throws(StorageError) {
            let file = try FileBytes(path: path, followsLinks: followsLinks, maxBytes: maxBytes)
            bytes = file.bytes
            modified = Int(bounded: file.status.modified.rounded(.down))
        } catch .tooLarge {
            throw .fetch(.tooLarge(url: path, limit: maxBytes))
        } catch {
            throw .storage(error)
        }
    }
}
