import FoundationEssentials
import Glibc
public import Raster
import Storage

/// A thumbnail's file as a process found it whole.
struct KnownThumbnail: Sendable {
    let file: CacheLayout.File
    let path: String
    let header: PAMHeader
    private let inode: UInt64
    private let modified: Double

    init(_ file: CacheLayout.File, at path: String, _ header: PAMHeader, _ map: borrowing MappedFile) {
        self.file = file
        self.path = path
        self.header = header
        inode = map.inode
        modified = map.modified
    }

    /// Whether a map is of this very file, and not of one that has its name now.
    func isMapped(by map: borrowing MappedFile) -> Bool {
        map.inode == inode && map.modified == modified && map.byteCount == header.fileSize
    }
}

/// A thumbnail's bytes, and where its pixels are.
private struct MappedThumbnail: ~Copyable {
    let map: MappedFile
    let header: PAMHeader
}

extension DiskCache: CacheTier {
    /// The thumbnail of a key; `nil` is a miss, also where the file is damaged, which removes it.
    ///
    /// Header and length are compared every time, the checksum at the first read in a process.
    public func bitmap(for key: CacheKey) -> Bitmap? {
        withPixels(of: key) { (size, pixels) in
            unsafe pixels.withUnsafeBytes { unsafe Bitmap(size: size, pixels: [UInt8]($0)) }
        } ?? below?.bitmap(for: key)
    }

    /// Lends the pixels of a thumbnail where they lie, mapped and uncopied; `nil` as ``bitmap(for:)``.
    ///
    /// They are 8-bit sRGB RGBA as in `Bitmap`, and stay right even if the file is evicted meanwhile.
    public func withPixels<R, E: Error>(
        of key: CacheKey, _ body: (PixelSize, RawSpan) throws(E) -> R
    ) throws(E) -> R? {
        guard let thumbnail = pixels(of: key) else { return nil }
        count { $0.hits += 1 }
        let header = thumbnail.header
        return try thumbnail.map.withBytes { (bytes) throws(E) in
            try body(header.size, bytes.extracting(header.pixelOffset..<header.fileSize))
        }
    }

    private func pixels(of key: CacheKey) -> MappedThumbnail? {
        let time = now().timeIntervalSince1970
        let (known, isSettled) = withSession { session -> (KnownThumbnail?, Bool) in
            guard let known = session.known[key], session.checked.contains(known.file),
                let used = session.used[known.file]
            else { return (session.known[key], false) }
            return (known, abs(time - used) < CacheIndex.useGranularity)
        }
        // The common hit asks neither the index nor the header: the file is the one that was found whole.
        if isSettled, let known, let map = try? MappedFile(path: known.path), known.isMapped(by: map) {
            return MappedThumbnail(map: map, header: known.header)
        }
        guard let file = CacheLayout.File(key), let map = map(file) else { return nil }
        if let known, !known.isMapped(by: map) { withSession { _ = $0.checked.remove(file) } }
        guard check(map, file, checksum: recordUse(of: file)),
            let header = map.withBytes({ try? PAMHeader(parsing: $0) }), header.fileSize == map.byteCount
        else {
            discard(file)
            return nil
        }
        let thumbnail = KnownThumbnail(file, at: layout.path(of: file), header, map)
        withSession { $0.known[key] = thumbnail }
        return MappedThumbnail(map: map, header: header)
    }

    /// Whether a thumbnail is there, with the length it was stored with; that counts as a use of it.
    func holds(_ key: CacheKey) -> Bool {
        guard let file = CacheLayout.File(key), let status = try? FileStatus.of(layout.path(of: file)) else {
            return below?.holds(key) ?? false
        }
        let size = try? reading { (index, session) throws(StorageError) in
            _ = touch(file, &index, &session)
            return try index.record(of: file)?.byteCount
        }
        return size == status.byteCount
    }

    /// Keeps a thumbnail; what cannot be kept is left out.
    public func store(_ bitmap: Bitmap, for key: CacheKey) {
        try? keep(bitmap, for: key)
    }

    /// Keeps a thumbnail, or says why it cannot be kept.
    func keep(_ bitmap: Bitmap, for key: CacheKey) throws(StorageError) {
        guard let file = CacheLayout.File(key) else {
            throw .system(operation: "name", path: key.digest, errno: EINVAL)
        }
        try keep(PAMEncoder.encode(bitmap), as: file)
    }

    /// Forgets a thumbnail, in every format.
    public func remove(_ key: CacheKey) {
        for file in CacheLayout.thumbnailExtensions.compactMap({ CacheLayout.File(key, $0) }) {
            try? layout.remove(file)
            withSession { _ = $0.checked.remove(file) }
            try? writing { (index, _) throws(StorageError) in try index.remove(file) }
        }
    }

    /// Counts a hit of the memory tier, so that the count outlives the process.
    public func noteHitAbove() { count { $0.memoryHits += 1 } }

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
                _ = touch(file, &index, &session)
                return checksum
            }) ?? nil
    }
}
