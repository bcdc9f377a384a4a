import FoundationEssentials
import Raster
public import Storage

// What a person asks for: stats, list, prune, clear, verify.
extension DiskCache {
    /// How old a temporary file is before its writer counts as dead, in seconds.
    private static let temporaryLife = 3_600.0
    /// How long a tidied tier stays as it is, in seconds.
    private static let tidyPause = 86_400.0
    /// How many files are removed in one transaction, so that no other process waits long.
    private static let batch = 256

    /// What is held, and what was done in all processes.
    public func statistics() throws(StorageError) -> DiskCacheStatistics {
        let time = now().timeIntervalSince1970
        return try reading { (index, session) throws(StorageError) in
            let totals = try index.totals()
            let originals = try index.originalCount()
            let uses = try index.uses()
            return DiskCacheStatistics(
                byteCount: totals.bytes, originalCount: originals, thumbnailCount: totals.files - originals,
                responseCount: try index.responseCount(), pinnedByteCount: try index.pinnedTotals().bytes,
                failureCount: try index.failureCount(at: time), backOffs: try index.backOffs(at: time),
                partialByteCount: try index.partialBytes(),
                oldestUse: uses.map { Date(timeIntervalSince1970: $0.oldest) },
                newestUse: uses.map { Date(timeIntervalSince1970: $0.newest) },
                counters: try index.counters() + session.counts)
        }
    }

    /// Every original, the most recently used first.
    public func entries() throws(StorageError) -> [CacheEntry] {
        let layout = layout
        return try reading { (index, _) throws(StorageError) in
            let answers = Dictionary(grouping: try index.responses(), by: \.digest)
            let files = Dictionary(grouping: try index.records(after: nil, limit: .max), by: \.file.digest)
            let pins = try index.pins()
            return files.values.compactMap { records -> CacheEntry? in
                guard let original = records.first(where: \.file.isOriginal) else { return nil }
                let digest = original.file.digest
                return CacheEntry(
                    digest: digest, fileExtension: original.file.fileExtension, path: layout.path(of: original.file),
                    byteCount: original.byteCount, lastUse: Date(timeIntervalSince1970: original.lastUse),
                    isPinned: pins.contains(digest), urls: (answers[digest] ?? []).map(\.url).sorted(),
                    receivedAt: answers[digest]?.map(\.receivedAt).max(),
                    thumbnails: records.compactMap { record in
                        CacheLayout.box(ofVariant: record.file.variant).map {
                            CacheEntry.Thumbnail(
                                box: $0.box, fit: $0.fit, byteCount: record.byteCount,
                                fileExtension: record.file.fileExtension)
                        }
                    })
            }.sorted { ($0.lastUse, $0.digest) > ($1.lastUse, $1.digest) }
        }
    }

    /// Tidies up: lists files that the index does not name, forgets what is over, evicts what is over a limit, and removes
    /// what killed processes left.
    @discardableResult
    public func prune() throws(StorageError) -> CachePruning {
        var pruning = CachePruning()
        pruning.temporaryCount = try sweepTemporaries() + sweepPartials()
        pruning.adoptedCount = try adoptUnlisted()
        try removeDeadLeases()
        let time = now().timeIntervalSince1970
        let (before, after, evicted) = try writing { (index, session) throws(StorageError) in
            try index.removeExpired(at: time)
            try index.removeRedirects(before: time - Self.redirectLife, orAfter: time)
            let (before, evictions) = (try index.totals(), session.counts.evictions)
            try makeRoom(for: 0, as: nil, &index, &session)
            return (before, try index.totals(), session.counts.evictions - evictions)
        }
        var url = ""
        while true {
            let from = url
            let last = try writing { (index, _) throws(StorageError) in
                try index.removeOrphans(after: from, limit: Self.batch)
            }
            guard let last else { break }
            url = last
        }
        pruning.evictedCount = evicted
        pruning.evictedByteCount = before.bytes - after.bytes
        return pruning
    }

    /// Prunes if no process has done so within a day: a run ends with it, and nobody has to think of it.
    ///
    /// A clock that was set back counts as a day.
    /// - Returns: what was done; `nil` where it was not yet time, or another process is doing it.
    @discardableResult
    public func tidy() throws(StorageError) -> CachePruning? {
        let time = now().timeIntervalSince1970
        let isDue = { @Sendable (tidiedAt: Double) in !(0..<Self.tidyPause ~= time - tidiedAt) }
        guard isDue(try reading { (index, _) throws(StorageError) in try index.tidiedAt() }) else { return nil }
        let isOurs = try writing { (index, _) throws(StorageError) in
            guard isDue(try index.tidiedAt()) else { return false }
            try index.setTidied(at: time.rounded(.down))
            return true
        }
        return isOurs ? try prune() : nil
    }

    /// Removes every original and every thumbnail, and what is known of URLs; foreign files stay.
    ///
    /// Hosts that said "wait" are still obeyed. Safe while other processes use the cache.
    public func clear() throws(StorageError) {
        // First the space: on a full disk the index cannot be written before.
        try layout.forEachFile { (file, _) throws(StorageError) in try layout.remove(file) }
        while true {
            let removed = try writing { (index, session) throws(StorageError) in
                let records = try index.records(after: nil, limit: Self.batch)
                for record in records {
                    try layout.remove(record.file)
                    try index.remove(record.file)
                }
                return records.count
            }
            if removed == 0 { break }
        }
        try writing { (index, session) throws(StorageError) in
            try index.removeFiles()
            try index.removeFailures()
            session.checked.removeAll()
            session.used.removeAll()
        }
        // Directories stay: another process may be about to write into one.
        _ = try sweepTemporaries() + sweepPartials(all: true)
    }

    /// Reads and checks every file; with `repair`, removes what is wrong and lists what is not listed.
    public func verify(repair: Bool = false) throws(StorageError) -> CacheVerification {
        var verification = CacheVerification()
        for finding in try reading({ (index, _) throws(StorageError) in try index.findings() }) {
            verification.findings.append(.init(path: layout.index, problem: .index(finding)))
        }
        var last: CacheLayout.File?
        while true {
            let from = last
            let records = try reading { (index, _) throws(StorageError) in
                try index.records(after: from, limit: Self.batch)
            }
            guard let end = records.last else { break }
            last = end.file
            for record in records {
                guard let problem = verify(record, &verification) else { continue }
                verification.findings.append(.init(path: layout.path(of: record.file), problem: problem))
                if repair { discard(record.file) }
            }
        }
        verification.unlistedCount = try unlisted().count
        if repair {
            _ = try adoptUnlisted()
            verification.isRepaired = true
        }
        return verification
    }

    private func verify(
        _ record: CacheIndex.FileRecord, _ verification: inout CacheVerification
    ) -> CacheVerification.Problem? {
        do {
            let map = try MappedFile(path: layout.path(of: record.file))
            guard map.byteCount == record.byteCount else {
                return .length(found: map.byteCount, expected: record.byteCount)
            }
            let expected = record.file.isOriginal ? record.file.digest : record.checksum
            let isWhole =
                if let expected {
                    map.withBytes { SHA256.hexDigest(of: $0) } == expected
                } else {
                    map.withBytes { (try? PAMDecoder.decode($0)) != nil }
                }
            guard isWhole else { return .digest }
            verification.checkedCount += 1
            verification.checkedByteCount += record.byteCount
            return nil
        } catch let error where error.isMissing {
            return .missing
        } catch {
            return .unreadable("\(error)")
        }
    }

    /// The files that the index does not name.
    private func unlisted() throws(StorageError) -> [(file: CacheLayout.File, status: FileStatus)] {
        var found: [(file: CacheLayout.File, status: FileStatus)] = []
        try layout.forEachFile { (file, status) throws(StorageError) in
            let record = try reading { (index, _) throws(StorageError) in try index.record(of: file) }
            if record == nil { found.append((file, status)) }
        }
        return found
    }

    /// Lists what is not listed; what is damaged is found when it is used.
    private func adoptUnlisted() throws(StorageError) -> Int {
        let found = try unlisted()
        guard !found.isEmpty else { return 0 }
        try writing { (index, _) throws(StorageError) in
            for (file, status) in found where try index.record(of: file) == nil {
                try index.adopt(file, status, at: layout.path(of: file))
            }
        }
        return found.count
    }

    private func sweepTemporaries() throws(StorageError) -> Int {
        let date = now().addingTimeInterval(-Self.temporaryLife)
        var swept = try layout.open().sweepTemporaries(changedBefore: date)
        try layout.forEachDirectory { (directory, _, _) throws(StorageError) in
            swept += try directory.sweepTemporaries(changedBefore: date)
        }
        return swept
    }
}
