import FoundationEssentials
public import Raster
import Storage

extension DiskCache: CacheTier {
    /// The thumbnail of a key; `nil` is a miss, also where the file is damaged, which removes it.
    ///
    /// Header and length are compared every time, the checksum at the first read in a process.
    public func bitmap(for key: CacheKey) -> Bitmap? {
        guard let file = CacheLayout.File(key), let map = map(file) else { return nil }
        let checksum = recordUse(of: file)
        guard check(map, file, checksum: checksum),
            let bitmap = map.withBytes({ try? PAMDecoder.decode($0) })
        else {
            discard(file)
            return nil
        }
        withSession { $0.counts.hits += 1 }
        return bitmap
    }

    /// Keeps a thumbnail; what cannot be kept is left out.
    public func store(_ bitmap: Bitmap, for key: CacheKey) {
        guard let file = CacheLayout.File(key) else { return }
        let bytes = PAMEncoder.encode(bitmap)
        try? keep(bytes, as: file, checksum: SHA256.hexDigest(of: bytes))
    }

    /// Forgets a thumbnail.
    public func remove(_ key: CacheKey) {
        guard let file = CacheLayout.File(key) else { return }
        try? layout.remove(file)
        withSession { _ = $0.checked.remove(file) }
        try? writing { (index, _) throws(StorageError) in try index.remove(file) }
    }

    /// Records the use of a thumbnail, and gives the checksum where it is still to be compared.
    private func recordUse(of file: CacheLayout.File) -> String? {
        let time = now().timeIntervalSince1970
        let isKnown = withSession { session in
            guard session.checked.contains(file), let used = session.used[file] else { return false }
            return abs(time - used) < CacheIndex.useGranularity
        }
        // The common hit does not ask the index.
        if isKnown { return nil }
        return
            (try? reading { (index, session) throws(StorageError) in
                let checksum = try index.record(of: file)?.checksum
                touch(file, &index, &session)
                return checksum
            }) ?? nil
    }
}
