import FoundationEssentials
import Storage

/// The right to ask a server for a URL: one load has it, of all processes that use the cache.
///
/// It ends with the value. A killed process loses it with its locks, and whoever waits has it within 8 ms.
final class CacheLease: Sendable {
    /// Whether another load had it before: its answer may be in the index now.
    let hasWaited: Bool

    private let byte: Int64
    private let cache: DiskCache
    /// `nil` in a cache that can only be read, where every load asks for itself.
    private let lock: FileLock?

    init(byte: Int64, of cache: DiskCache, lock: consuming FileLock?, hasWaited: Bool) {
        self.byte = byte
        self.cache = cache
        self.lock = lock
        self.hasWaited = hasWaited
    }

    deinit {
        // Before the lock is let go, so that the row of the next holder stays.
        if lock != nil { cache.endLease(byte) }
    }
}

// Who fetches what.
extension DiskCache {
    /// Takes the lease of a URL, waiting for another load that has it; `nil` if that one still has it then.
    ///
    /// The lock is a byte of `index.lock`, found by hashing the URL: it needs no index, so that one that is lost or made
    /// anew lets nobody ask twice. Two URLs of one byte, one pair in 2⁶⁰, would wait for each other and no more.
    func lease(of url: String, waiting patience: Duration) -> CacheLease? {
        let byte = Self.byte(of: url)
        let path = layout.lock
        do throws(StorageError) {
            if let lock = try FileLock.attempt(at: path, byte: byte) {
                return begin(byte, of: url, lock, hasWaited: false)
            }
            guard let lock = try FileLock.acquire(at: path, byte: byte, until: .now + patience) else { return nil }
            return begin(byte, of: url, lock, hasWaited: true)
        } catch {
            // Where nothing can be locked nothing can be stored either.
            return CacheLease(byte: byte, of: self, lock: nil, hasWaited: false)
        }
    }

    /// Forgets leases of killed processes.
    func removeDeadLeases() throws(StorageError) {
        for byte in try reading({ (index, _) throws(StorageError) in try index.leases() }) {
            guard let lock = try FileLock.attempt(at: layout.lock, byte: byte) else { continue }
            endLease(byte)
            extendLifetime(lock)
        }
    }

    /// Forgets a lease that its holder lets go.
    fileprivate func endLease(_ byte: Int64) {
        // A row that stays is dead, and is told by its free byte.
        try? writing { (index, _) throws(StorageError) in try index.removeLease(byte) }
    }

    private func begin(_ byte: Int64, of url: String, _ lock: consuming FileLock, hasWaited: Bool) -> CacheLease {
        let time = now().timeIntervalSince1970
        // The lock is what counts; the row says of which URL it is.
        try? writing { (index, _) throws(StorageError) in try index.putLease(byte, of: url, at: time) }
        return CacheLease(byte: byte, of: self, lock: lock, hasWaited: hasWaited)
    }

    /// 60 bits of the URL's digest; byte 0 is another lock's.
    private static func byte(of url: String) -> Int64 {
        (Int64(SHA256.hexDigest(of: Array(url.utf8)).prefix(15), radix: 16) ?? 0) + 1
    }
}
