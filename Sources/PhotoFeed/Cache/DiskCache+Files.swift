import FoundationEssentials
import Glibc
import Storage

// Files: written, mapped, checked, discarded, and evicted.
extension DiskCache {
    /// Writes a file, lists it in the index together with `also`, and evicts what no longer fits.
    func keep(
        _ bytes: [UInt8], as file: CacheLayout.File, checksum: String? = nil, attributes: [String: String] = [:],
        also: @Sendable (inout CacheIndex) throws(StorageError) -> Void = { (_) in }
    ) throws(StorageError) {
        let path = layout.path(of: file)
        try write(bytes, as: file, attributes: attributes)
        do {
            let time = now().timeIntervalSince1970
            try writing { (index, session) throws(StorageError) in
                try makeRoom(for: bytes.count, as: file, &index, &session)
                try index.put(
                    CacheIndex.FileRecord(file: file, byteCount: bytes.count, lastUse: time, checksum: checksum))
                try also(&index)
                // Another process may have evicted or cleared it between the two; now none can.
                if try FileStatus.of(path)?.byteCount != bytes.count {
                    try write(bytes, as: file, attributes: attributes)
                }
            }
        } catch {
            // A file that is not listed would not count against the limit.
            let record = try? reading { (index, _) throws(StorageError) in try index.record(of: file) }
            if record == nil { try? layout.remove(file) }
            throw error
        }
        withSession { _ = $0.checked.insert(file) }
    }

    private func write(
        _ bytes: [UInt8], as file: CacheLayout.File, attributes: [String: String]
    ) throws(StorageError) {
        do {
            try writeOnce(bytes, as: file, attributes: attributes)
        } catch let error where error.isMissing {
            // Somebody is just deleting the directory, which is allowed at any time.
            try writeOnce(bytes, as: file, attributes: attributes)
        } catch {
            throw error
        }
    }

    /// Makes sure that an original is there, and gives its path.
    func path(
        ofOriginal bytes: [UInt8], digest: String, fileExtension: String
    ) throws(StorageError) -> String {
        guard let file = CacheLayout.File(digest: digest, variant: "", fileExtension: fileExtension) else {
            throw .system(operation: "name", path: "\(digest).\(fileExtension)", errno: EINVAL)
        }
        if try FileStatus.of(layout.path(of: file))?.byteCount != bytes.count { try keep(bytes, as: file) }
        return layout.path(of: file)
    }

    private func writeOnce(
        _ bytes: [UInt8], as file: CacheLayout.File, attributes: [String: String]
    ) throws(StorageError) {
        let path = layout.path(of: file)
        let name = layout.name(of: file)
        let directory = try layout.openDirectory(of: file)
        let creation = try AtomicFile.create(name, in: directory, with: bytes, attributes: attributes)
        guard creation == .existed else { return }
        if (try? MappedFile(path: path).withBytes { unsafe $0.holds(bytes.span.bytes) }) == true { return }
        // What has the name is damaged, or a thumbnail made by another version.
        if try directory.status(of: name)?.kind == .directory { try layout.setAside(name, in: directory) }
        try AtomicFile.replace(name, in: directory, with: bytes)
    }

    /// Maps a file; one that is there and cannot be used is removed.
    func map(_ file: CacheLayout.File) -> MappedFile? {
        do {
            return try MappedFile(path: layout.path(of: file))
        } catch .notAFile, .system(_, _, ELOOP), .system(_, _, EIO) {
            discard(file)
            return nil
        } catch {
            count { $0.misses += 1 }
            return nil
        }
    }

    /// Whether a file's bytes are those it was stored with, compared once in a process.
    func check(_ map: borrowing MappedFile, _ file: CacheLayout.File, checksum: String?) -> Bool {
        guard let checksum, !withSession({ $0.checked.contains(file) }) else { return true }
        guard map.withBytes({ SHA256.hexDigest(of: $0) }) == checksum else { return false }
        withSession { _ = $0.checked.insert(file) }
        return true
    }

    /// Removes a damaged file and what leads to it: the next look-up is a miss.
    func discard(_ file: CacheLayout.File) {
        try? layout.remove(file)
        withSession {
            $0.checked.remove(file)
            $0.counts.damaged += 1
            $0.counts.misses += 1
        }
        try? writing { (index, _) throws(StorageError) in try index.remove(file) }
    }

    /// Records the use of a file, at most once in five minutes; returns whether the index names it.
    func touch(_ file: CacheLayout.File, _ index: inout CacheIndex, _ session: inout Session) -> Bool {
        let time = now().timeIntervalSince1970
        if let used = session.used[file], abs(time - used) < CacheIndex.useGranularity { return true }
        // An index that cannot be read names nothing: a miss, which is asked for again.
        guard let recorded = try? index.record(of: file)?.lastUse else { return false }
        session.used[file] = recorded
        guard abs(time - recorded) >= CacheIndex.useGranularity else { return true }
        // In a cache that can only be read nothing is recorded.
        try? index.setLastUse(of: file, to: time)
        session.used[file] = time
        return true
    }

    /// Evicts the least recently used files until so many more bytes fit.
    func makeRoom(
        for byteCount: Int, as file: CacheLayout.File?, _ index: inout CacheIndex, _ session: inout Session
    ) throws(StorageError) {
        var (added, addedFiles) = (byteCount, file == nil ? 0 : 1)
        if let file, let record = try index.record(of: file) {
            added -= record.byteCount
            addedFiles = 0
        }
        // What can never fit must not empty the cache first.
        if added > 0, try index.pinnedTotals().bytes + added > limits.maxBytes {
            throw .noRoom(path: directory, needed: byteCount, limit: limits.maxBytes)
        }
        while try exceedsLimits(added, addedFiles, &index) {
            if try evictPartial(&index) { continue }
            guard let victim = try index.leastRecentlyUsed(except: file?.digest) else {
                // The room that a limit below what is pinned leaves, or a file system that others fill.
                if file == nil { return }
                throw .noRoom(path: directory, needed: byteCount, limit: limits.maxBytes)
            }
            try evict(victim, &index, &session)
        }
    }

    /// Whether so much more would be too much; cut downloads count by their bytes.
    func exceedsLimits(
        _ added: Int, _ addedFiles: Int, _ index: inout CacheIndex
    ) throws(StorageError) -> Bool {
        let totals = try index.totals()
        if try totals.bytes + index.partialBytes() + added > limits.maxBytes { return true }
        if limits.maxCount > 0, totals.files + addedFiles > limits.maxCount { return true }
        guard limits.minFreeBytes > 0 else { return false }
        return try Directory.freeBytes(at: directory) < limits.minFreeBytes
    }

    /// Removes a file, and with an original what was made of it.
    private func evict(
        _ record: CacheIndex.FileRecord, _ index: inout CacheIndex, _ session: inout Session
    ) throws(StorageError) {
        let records = record.file.isOriginal ? try index.records(withDigest: record.file.digest) : [record]
        for record in records {
            try remove(record, &index, &session)
            session.counts.evictions += 1
        }
    }

    /// Removes a file and what is known of it.
    func remove(
        _ record: CacheIndex.FileRecord, _ index: inout CacheIndex, _ session: inout Session
    ) throws(StorageError) {
        try layout.remove(record.file)
        try index.remove(record.file)
        session.checked.remove(record.file)
        session.used.removeValue(forKey: record.file)
    }
}

extension RawSpan {
    /// Whether two runs of bytes are the same.
    fileprivate func holds(_ other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return unsafe withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                guard let first = one.baseAddress, let second = other.baseAddress else { return true }
                return unsafe memcmp(first, second, one.count) == 0
            }
        }
    }
}
