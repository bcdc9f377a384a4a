import FoundationEssentials
import Glibc
import Storage

/// Opens the index, and makes it anew from the files where it is missing or damaged, one process at a time.
struct CacheIndexMaker: Sendable {
    let layout: CacheLayout

    /// How long to wait for another process that makes the index.
    private static let patience = Duration.seconds(30)

    /// Opens the index, which is made if need be.
    func openOrMake() throws(StorageError) -> CacheIndex {
        if let index = try openIfSound() { return index }
        try make()
        return try CacheIndex(path: layout.index)
    }

    /// Sets a damaged index aside and makes one from the files, unless another process has just done so.
    func make() throws(StorageError) {
        // The whole directory may have been deleted, which is allowed at any time.
        try Directories.createCache(at: layout.directory)
        let lock = try FileLock.acquire(at: layout.lock, until: .now + Self.patience)
        guard lock != nil else { throw .system(operation: "lock", path: layout.lock, errno: ETIMEDOUT) }
        if try isSound() { return }
        // Only who makes an index writes here, and that is we: what is left is of processes that were killed.
        let directory = try layout.open()
        try directory.sweepTemporaries(changedBefore: .distantFuture)
        let name = Path.name(of: layout.index)
        // A log without its database would be played into the new one.
        for name in [name, "\(name)-wal", "\(name)-shm"] where try directory.status(of: name) != nil {
            try layout.setAside(name, in: directory)
        }
        let temporary = AtomicFile.temporaryName()
        do {
            try fill("\(layout.directory)/\(temporary)")
            try directory.rename(temporary, to: name)
        } catch {
            for ending in ["", "-wal", "-shm"] { _ = try? directory.removeFile(temporary + ending) }
            throw error
        }
    }

    private func openIfSound() throws(StorageError) -> CacheIndex? {
        // SQLite would take an empty file for a new database.
        guard let status = try FileStatus.of(layout.index), status.kind == .file, status.byteCount > 0 else {
            return nil
        }
        do {
            return try CacheIndex(path: layout.index)
        } catch let error where error.isDamaged {
            return nil
        } catch {
            throw error
        }
    }

    private func isSound() throws(StorageError) -> Bool {
        guard var index = try openIfSound() else { return false }
        do {
            return try index.findings().isEmpty
        } catch let error where error.isDamaged {
            return false
        } catch {
            throw error
        }
    }

    /// Lists every file; its attributes tell the URL and the header fields it came with.
    ///
    /// The bytes are not read here: a damaged file is found when it is used.
    private func fill(_ path: String) throws(StorageError) {
        var index = try CacheIndex(path: path, keepsLog: false)
        try index.transaction { (index) throws(StorageError) in
            try layout.forEachFile { (file, status) throws(StorageError) in
                try index.adopt(file, status, at: layout.path(of: file))
            }
        }
        // The connection's end brings the log into the file, and removes the log.
    }
}

extension CacheIndex {
    /// Lists a file that is there and not listed.
    mutating func adopt(_ file: CacheLayout.File, _ status: FileStatus, at path: String) throws(StorageError) {
        guard status.byteCount > 0 else { return }
        try put(FileRecord(file: file, byteCount: status.byteCount, lastUse: status.modified))
        guard file.isOriginal, let url = FileAttribute.text(FileAttribute.originURL, of: path),
            try response(for: url) == nil
        else { return }
        let date = Date(timeIntervalSince1970: status.modified)
        try put(
            CachedResponse(
                url: url, fields: HTTPFields(lines: FileAttribute.text(CacheLayout.fieldsAttribute, of: path) ?? ""),
                requestedAt: date, receivedAt: date, digest: file.digest, fileExtension: file.fileExtension,
                byteCount: status.byteCount))
    }
}
