import FoundationEssentials
import Glibc
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
        try? keep(PAMEncoder.encode(bitmap), as: file)
    }

    /// Forgets a thumbnail, in every format.
    public func remove(_ key: CacheKey) {
        for file in CacheLayout.thumbnailExtensions.compactMap({ CacheLayout.File(key, $0) }) {
            try? layout.remove(file)
            withSession { _ = $0.checked.remove(file) }
            try? writing { (index, _) throws(StorageError) in try index.remove(file) }
        }
    }

    /// Makes sure that a thumbnail is there as PAM and as PNG, and gives the paths of both.
    ///
    /// Throws what the disk says where one is missing and cannot be written.
    func files(of bitmap: Bitmap, for key: CacheKey) throws(StorageError) -> (pam: String, png: String) {
        guard let pam = CacheLayout.File(key), let png = CacheLayout.File(key, "png") else {
            throw .system(operation: "name", path: key.digest, errno: EINVAL)
        }
        if self.bitmap(for: key) != bitmap { try keep(PAMEncoder.encode(bitmap), as: pam) }
        if !isWhole(png) { try keep(PNGEncoder.encode(bitmap), as: png) }
        return (layout.path(of: pam), layout.path(of: png))
    }

    /// Whether a thumbnail is there with the bytes it was stored with.
    private func isWhole(_ file: CacheLayout.File) -> Bool {
        guard FileManager.default.fileExists(atPath: layout.path(of: file)), let map = map(file) else { return false }
        guard check(map, file, checksum: recordUse(of: file)) else {
            discard(file)
            return false
        }
        return true
    }

    private func keep(_ bytes: [UInt8], as file: CacheLayout.File) throws(StorageError) {
        try keep(bytes, as: file, checksum: SHA256.hexDigest(of: bytes))
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
