import FoundationEssentials
import Storage

// Cut downloads: kept apart from pictures, until a later request brings the rest.
extension DiskCache {
    /// How long the rest of a cut download is worth asking for, in seconds.
    private static let partialLife = 86_400.0
    /// The most cut downloads that are kept, and their most bytes together: a server that cuts every answer must not
    /// fill the cache with parts of pictures.
    private static let mostPartials = 64
    private static let mostPartialBytes = 64 << 20

    /// What came of a URL before its download was cut; `nil` where nothing did, or what is there is damaged.
    func partial(of url: String) -> PartialBody? {
        guard
            let record = (try? reading { (index, _) throws(StorageError) in try index.partial(of: url) }) ?? nil,
            CacheLayout.isDigest(record.digest)
        else { return nil }
        guard let bytes = try? MappedFile.contents(ofFile: "\(layout.partials)/\(record.digest)"),
            bytes.count == record.byteCount, SHA256.hexDigest(of: bytes) == record.digest
        else {
            removePartial(of: url)
            return nil
        }
        return PartialBody(bytes: bytes, validator: record.validator)
    }

    /// Keeps what came of a cut download: the file first, then its row, in place of what was kept of the URL before.
    ///
    /// It counts against the limit, and no picture is evicted for it: where there is no room it is left out. Of many cut
    /// downloads the oldest go.
    func store(_ partial: PartialBody, of url: String) throws(StorageError) {
        let digest = SHA256.hexDigest(of: partial.bytes)
        let record = CacheIndex.PartialRecord(
            url: url, digest: digest, byteCount: partial.bytes.count, validator: partial.validator)
        let time = now().timeIntervalSince1970
        let old = try reading { (index, _) throws(StorageError) in try index.partial(of: url) }
        _ = try AtomicFile.create(digest, in: try layout.openPartials(), with: partial.bytes)
        do throws(StorageError) {
            try writing { (index, _) throws(StorageError) in
                try index.put(record, at: time)
                if try exceedsLimits(0, 0, &index) {
                    throw .noRoom(path: directory, needed: record.byteCount, limit: limits.maxBytes)
                }
                while try hasTooManyPartials(&index), try evictPartial(&index, except: url) {}
            }
        } catch {
            _ = try? layout.openPartials().removeFile(digest)
            throw error
        }
        if let old, old.digest != digest { try removeUnlisted(old.digest) }
    }

    private func hasTooManyPartials(_ index: inout CacheIndex) throws(StorageError) -> Bool {
        let (count, bytes) = (try index.partials().count, try index.partialBytes())
        return count > Self.mostPartials || bytes > Self.mostPartialBytes
    }

    /// Forgets what came of a cut download.
    func removePartial(of url: String) {
        let record = (try? reading { (index, _) throws(StorageError) in try index.partial(of: url) }) ?? nil
        guard let record else { return }
        try? writing { (index, _) throws(StorageError) in try index.removePartial(of: url) }
        try? removeUnlisted(record.digest)
    }

    /// Gives up cut downloads for something better, the oldest first, while there are some; whether there was one.
    func evictPartial(_ index: inout CacheIndex, except url: String? = nil) throws(StorageError) -> Bool {
        guard let oldest = try index.partials().first(where: { $0.url != url }) else { return false }
        if CacheLayout.isDigest(oldest.digest) {
            _ = try layout.openPartials().removeFile(oldest.digest)
        }
        try index.removePartial(of: oldest.url)
        return true
    }

    /// Removes cut downloads that nobody will continue: too old, or without a row because a process was killed.
    func sweepPartials(all: Bool = false) throws(StorageError) -> Int {
        let time = now().timeIntervalSince1970
        try writing { (index, _) throws(StorageError) in
            try index.removePartials(before: all ? .infinity : time - Self.partialLife, orAfter: time)
        }
        let oldest = time - Self.partialLife
        var swept = 0
        guard try FileStatus.of(layout.partials) != nil else { return 0 }
        let directory = try layout.openPartials()
        for entry in try directory.entries() where entry.kind == .file {
            // Only what this tier writes; and not what another process is just about to list.
            guard CacheLayout.isDigest(entry.name), let status = try directory.status(of: entry.name),
                all || status.modified < oldest || status.modified > time, try !isListed(entry.name)
            else { continue }
            if try directory.removeFile(entry.name) { swept += 1 }
        }
        return swept
    }

    private func isListed(_ digest: String) throws(StorageError) -> Bool {
        try reading { (index, _) throws(StorageError) in try index.partials().contains { $0.digest == digest } }
    }

    private func removeUnlisted(_ digest: String) throws(StorageError) {
        guard CacheLayout.isDigest(digest), try !isListed(digest) else { return }
        _ = try layout.openPartials().removeFile(digest)
    }
}
