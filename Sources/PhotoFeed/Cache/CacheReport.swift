public import FoundationEssentials
public import Raster

/// Why a URL is not to be asked for, and until when.
public struct CachedFailure: Equatable, Sendable {
    /// The address.
    public var url: String
    /// What happened, in the recorder's words ("404").
    public var kind: String
    /// When it may be asked for again.
    public var until: Date

    /// Makes a record of its parts.
    public init(url: String, kind: String, until: Date) {
        self.url = url
        self.kind = kind
        self.until = until
    }
}

/// A host that asked us to wait, or failed too often.
public struct HostBackOff: Equatable, Sendable, Codable {
    /// The host's name.
    public var host: String
    /// When it may be asked again.
    public var until: Date

    /// Makes a record of its parts.
    public init(host: String, until: Date) {
        self.host = host
        self.until = until
    }
}

/// What the tiers did, in all processes that ever used the disk tier.
public struct CacheCounters: Equatable, Sendable, Codable {
    /// Thumbnails that a tier above the disk had: the disk was not asked.
    public var memoryHits = 0
    /// Originals and thumbnails found on the disk.
    public var hits = 0
    /// Answers that a server said are still right (304): no body was transferred.
    public var revalidated = 0
    /// Bodies that came from a server.
    public var fetched = 0
    /// Originals and thumbnails not found on the disk, or found damaged.
    public var misses = 0
    /// Files removed to keep a limit.
    public var evictions = 0
    /// Files found damaged, and removed.
    public var damaged = 0

    /// Starts at zero.
    public init() {}

    var named: [String: Int] {
        [
            "memory_hits": memoryHits, "hits": hits, "revalidated": revalidated, "fetched": fetched, "misses": misses,
            "evictions": evictions, "damaged": damaged,
        ]
    }

    init(named: [String: Int]) {
        memoryHits = named["memory_hits"] ?? 0
        hits = named["hits"] ?? 0
        revalidated = named["revalidated"] ?? 0
        fetched = named["fetched"] ?? 0
        misses = named["misses"] ?? 0
        evictions = named["evictions"] ?? 0
        damaged = named["damaged"] ?? 0
    }

    static func + (one: CacheCounters, other: CacheCounters) -> CacheCounters {
        CacheCounters(named: one.named.merging(other.named, uniquingKeysWith: +))
    }
}

/// What the disk tier holds, and what it did.
public struct DiskCacheStatistics: Equatable, Sendable, Codable {
    /// Bytes of originals and thumbnails.
    public var byteCount: Int
    /// Number of originals.
    public var originalCount: Int
    /// Number of thumbnails.
    public var thumbnailCount: Int
    /// URLs whose answer is known.
    public var responseCount: Int
    /// Bytes that may not be evicted, because a current entry shows them.
    public var pinnedByteCount: Int
    /// URLs that are not to be asked for now.
    public var failureCount: Int
    /// Hosts that are not to be asked now.
    public var backOffs: [HostBackOff]
    /// Bytes of cut downloads that can go on; they count against the limit.
    public var partialByteCount: Int
    /// The first and the last use of any file; `nil` where there is none.
    public var oldestUse, newestUse: Date?
    /// What was done, across runs.
    public var counters: CacheCounters
}

/// One original in the disk tier.
public struct CacheEntry: Equatable, Sendable {
    /// A thumbnail made of it.
    public struct Thumbnail: Equatable, Sendable {
        /// The box asked for, in pixels.
        public var box: PixelSize
        /// How the picture was fitted into the box.
        public var fit: Fit
        /// The file's length, in bytes.
        public var byteCount: Int
        /// The ending of the file's name: pam or png.
        public var fileExtension: String
    }

    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    public var digest: String
    /// The ending of its file's name.
    public var fileExtension: String
    /// The file's path.
    public var path: String
    /// Its length, in bytes.
    public var byteCount: Int
    /// When it was last used, give or take five minutes.
    public var lastUse: Date
    /// Whether a current entry shows it.
    public var isPinned: Bool
    /// The URLs that lead to it.
    public var urls: [String]
    /// When the newest of its answers arrived; `nil` where no URL leads to it.
    public var receivedAt: Date?
    /// What was made of it.
    public var thumbnails: [Thumbnail]
}

/// What checking every file of the disk tier found.
public struct CacheVerification: Equatable, Sendable {
    /// What is wrong with a file.
    public enum Problem: Equatable, Sendable {
        /// The index names it, and it is not there.
        case missing
        /// It has another length than the index says, in bytes.
        case length(found: Int, expected: Int)
        /// Its bytes are not those it was stored with.
        case digest
        /// It cannot be read: the system's words.
        case unreadable(String)
        /// What SQLite says of the index.
        case index(String)
    }

    /// A file and what is wrong with it.
    public struct Finding: Equatable, Sendable {
        /// The file's path.
        public var path: String
        /// What is wrong.
        public var problem: Problem
    }

    /// Files whose every byte was checked.
    public var checkedCount = 0
    /// Their bytes.
    public var checkedByteCount = 0
    /// Whole files that the index does not name: a process ended between writing the one and the other.
    public var unlistedCount = 0
    /// What is wrong.
    public var findings: [Finding] = []
    /// Whether what is wrong was removed, and what is not listed was listed.
    public var isRepaired = false

    /// Whether nothing is wrong.
    public var isClean: Bool { findings.isEmpty }
}

/// What tidying the disk tier did.
public struct CachePruning: Equatable, Sendable {
    /// Files removed to keep the limits.
    public var evictedCount = 0
    /// Their bytes.
    public var evictedByteCount = 0
    /// Files that the index did not name, now listed.
    public var adoptedCount = 0
    /// Temporary files of killed processes, removed.
    public var temporaryCount = 0
}
