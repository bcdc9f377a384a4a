public import FoundationEssentials
import Glibc
import Raster
public import Storage
import Synchronization

/// The disk tier: originals and thumbnails in files, and an index of what is known of each URL.
///
/// ## File by file, and what a crash at each point leaves
///
/// - `objects/ab/SHA256.EXT`, originals as received, named by their bytes, never written twice. Written to a file
///   without a name, then linked: a crash leaves nothing, or the whole file. Its row in the index comes after it: a crash
///   between the two leaves a whole file that the index does not name, which ``prune()`` lists again. A power failure
///   may leave a short or empty file: the first read in a process compares the digest, every read the length.
/// - `thumbnails/WxH-FIT/ab/SHA256.pam|png`, pixels ready to map and the same as a picture, made of the original with that digest. Written and listed in
///   the same way; the index holds a checksum, compared at the first read in a process.
/// - `index.sqlite` (with `-wal` and `-shm`), see `CacheIndex`. A commit survives a crash of any process. Made under a
///   temporary name and renamed, so that it is never seen without what it must hold. Missing or damaged, it is set aside
///   as `index.sqlite.aside-…`, never deleted, and made anew from the files, whose attributes tell their URL and header
///   fields. One of a newer layout is an error, and nothing is written beside it.
/// - `index.lock`, empty: byte 0 is locked while an index is made, byte N while the URL of lease N is fetched. Never removed;
///   the kernel lets a dead holder's locks go, and the row that is left in the index is told by its free byte.
/// - `partials/SHA256`, what came of a cut download, or of a long one under way (at 256 KiB, then at every doubling), so
///   that a killed process loses half of it at most; written like an original and listed in the index with the validator
///   that lets the rest be asked for. Nobody maps it, it has no ending, and it is the first to go when room is needed. A
///   crash before its row leaves a file that ``prune()`` removes after a day, when the others are given up too.
/// - `CACHEDIR.TAG`, for backup programs.
/// - `.tmp.PID.RANDOM`, what a process was writing when it was killed: an index, swept when the next one is made, or a file
///   in the place of a damaged one, swept by ``prune()`` after an hour. One process a day prunes by itself (``tidy()``).
///
/// A file is removed before its row: a crash between the two leaves a row without a file, which is a miss when it is read.
/// A redirect is a row of its own, written after the answer it led to: a crash between the two leaves an address that is asked.
/// What is known of a URL outlives its evicted original until ``prune()``, and is a miss as well.
/// Nothing is ever written in place, so whoever maps a file keeps its bytes after it is evicted. Foreign files stay.
/// Every process enforces the limits when it adds something, in the transaction that adds it: all together exceed them by
/// at most the one file that each is adding.
public final class DiskCache: Sendable {
    /// How much may be held.
    public let limits: CacheLimits
    /// The clock, for last uses and for what is over.
    let now: @Sendable () -> Date
    let layout: CacheLayout
    /// A cache that can only be read, asked for what this one lacks.
    let below: DiskCache?
    private let state: Mutex<State>

    /// What a process knows beyond the index.
    private struct State: ~Copyable {
        var index: CacheIndex?
        var isWritable = false
        var session = Session()
    }

    /// What this process has checked and counted.
    struct Session {
        /// Files whose bytes this process compared with their digest.
        var checked: Set<CacheLayout.File> = []
        /// The last use of a file that this process knows to be recorded, in seconds since 1970.
        var used: [CacheLayout.File: Double] = [:]
        /// Thumbnails that this process found whole, so that their headers need not be read again.
        var known: [CacheKey: KnownThumbnail] = [:]
        /// Counts that are not yet in the index.
        var counts = CacheCounters()
    }

    /// Opens a cache directory, which is made where it does not exist; one that can only be read is read.
    ///
    /// What it lacks is looked for in `below`, to which nothing is written.
    /// - Throws: `StorageError.layoutVersion` where a newer program wrote the index, and what the
    ///   system says where there is no directory and none can be made.
    public init(
        directory: String, limits: CacheLimits = CacheLimits(), below: DiskCache? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StorageError) {
        try Directories.createCache(at: directory)
        layout = CacheLayout(directory: directory)
        self.below = below
        self.limits = limits
        self.now = now
        state = Mutex(State())
        do {
            try reading { (_, _) in }
        } catch .layoutVersion(let path, let found, let supported) {
            throw .layoutVersion(path: path, found: found, supported: supported)
        } catch {
            // Without an index every look-up is a miss, and whatever is to be stored says why it cannot be.
        }
    }

    deinit {
        // Counts are worth a write, but not an error. Most are written with something else before.
        if withSession({ $0.counts }) != CacheCounters() { try? writing { (_, _) in } }
    }

    /// The cache directory.
    public var directory: String { layout.directory }
}

// What is known of each URL.
extension DiskCache {
    /// The stored answer of a URL; `nil` if the index has no such row, or cannot be read.
    ///
    /// Reading an answer counts as a use of its original.
    public func response(for url: String) -> CachedResponse? {
        try? reading { (index, session) throws(StorageError) in
            guard let response = try index.response(for: url), let file = CacheLayout.File(response),
                touch(file, &index, &session)
            else { return nil }
            return response
        } ?? below?.response(for: url)
    }

    /// Keeps an answer and its body: the original first, then its row, and evicts what no longer fits.
    ///
    /// - Precondition: `fileExtension` is jpg, png, gif, webp or json.
    /// - Throws: an error that `StorageError.isFull` where the disk or the limit leaves no room, or what else the system
    ///   says; what was good before is still there.
    public func store(
        _ body: [UInt8], fileExtension: String, url: String, fields: HTTPFields, requestedAt: Date, receivedAt: Date,
        reach: Reach? = nil
    ) throws(StorageError) -> CachedResponse {
        let response = CachedResponse(
            url: url, fields: fields, requestedAt: requestedAt, receivedAt: receivedAt,
            digest: SHA256.hexDigest(of: body), fileExtension: fileExtension, byteCount: body.count, reach: reach)
        guard let file = CacheLayout.File(response) else {
            preconditionFailure("an original's name ends in one of \(CacheLayout.extensions), not \(fileExtension)")
        }
        // A file's attributes go where the file goes, and an address may hold a key; its index made anew does without.
        let attributes =
            SecretText.isIn(url) ? [:] : [FileAttribute.originURL: url, CacheLayout.fieldsAttribute: fields.lines]
        try keep(body, as: file, attributes: attributes) { (index) throws(StorageError) in try index.put(response) }
        removePartial(of: url)
        return response
    }

    /// Forgets the answer of a URL; with `removesBody` also its bytes, unless another URL leads to them or they are shown.
    func forget(_ url: String, removesBody: Bool = false) throws(StorageError) {
        removePartial(of: url)
        try writing { (index, session) throws(StorageError) in
            try index.removeRedirect(of: url)
            guard let digest = try index.removeResponse(of: url), removesBody, try !index.isWanted(digest) else {
                return
            }
            for record in try index.records(withDigest: digest) { try remove(record, &index, &session) }
        }
    }

    /// Brings a stored answer up to date after a 304; `nil` where there is no stored answer any more.
    ///
    /// - Source: RFC 9111 §4.3.4.
    public func revalidate(
        _ url: String, fields: HTTPFields, requestedAt: Date, receivedAt: Date, reach: Reach? = nil
    ) throws(StorageError) -> CachedResponse? {
        try writing { (index, session) throws(StorageError) in
            guard var response = try index.response(for: url), let file = CacheLayout.File(response) else { return nil }
            response.fields = response.fields.updated(by: fields)
            response.requestedAt = requestedAt
            response.receivedAt = receivedAt
            response.reach = reach
            try index.put(response)
            _ = touch(file, &index, &session)
            return response
        }
    }

    /// Lends the bytes of an original; `nil` is a miss, also where the file is damaged, which removes it.
    ///
    /// The length is compared every time, the digest at the first read in a process.
    public func withObject<R, E: Error>(
        of response: CachedResponse, _ body: (RawSpan) throws(E) -> R
    ) throws(E) -> R? {
        guard let file = CacheLayout.File(response), let map = map(file) else {
            return try below?.withObject(of: response, body)
        }
        guard map.byteCount == response.byteCount, check(map, file, checksum: file.digest) else {
            discard(file)
            return nil
        }
        count { $0.hits += 1 }
        return try map.withBytes(body)
    }

    /// Where an original lies, whether it is there or not.
    public func objectPath(of response: CachedResponse) -> String? {
        guard let path = CacheLayout.File(response).map({ layout.path(of: $0) }) else { return nil }
        if let below, (try? FileStatus.of(path)) == nil { return below.objectPath(of: response) }
        return path
    }

    /// Makes the originals of some URLs, and what was made of them, the first to evict; using one again ends that.
    func evictFirst(_ urls: [String]) throws(StorageError) {
        guard !urls.isEmpty else { return }
        // Where an address redirects, the bytes are another's.
        let urls = urls.map { url in redirect(of: url) == nil ? url : finalResponse(for: url)?.url ?? url }
        try writing { (index, session) throws(StorageError) in
            for url in urls {
                guard let digest = try index.response(for: url)?.digest else { continue }
                try index.evictFirst(digest)
                session.used = session.used.filter { $0.key.digest != digest }
            }
        }
    }

    /// Keeps originals from eviction under a name, in place of those that the name kept before; none unpins.
    public func pin(_ digests: [String], as name: String) throws(StorageError) {
        // Most runs show what the run before showed.
        if try reading({ (index, _) throws(StorageError) in try index.pins(of: name) }) == Set(digests) { return }
        try writing { (index, _) throws(StorageError) in try index.pin(digests, as: name) }
    }
}

// When to ask again.
extension DiskCache {
    /// Keeps why a URL is not to be asked for, until when; storing an answer of it forgets that.
    public func recordFailure(_ failure: CachedFailure) throws(StorageError) {
        let time = now().timeIntervalSince1970
        try writing { (index, _) throws(StorageError) in try index.put(failure, at: time) }
    }

    /// Why a URL is not to be asked for at a time; `nil` if it may be.
    public func failure(for url: String, at date: Date) -> CachedFailure? {
        try? reading { (index, _) throws(StorageError) in
            try index.failure(for: url, at: date.timeIntervalSince1970)
        } ?? below?.failure(for: url, at: date)
    }

    /// Keeps until when a host is not to be asked.
    public func recordBackOff(of host: String, until: Date) throws(StorageError) {
        let time = now().timeIntervalSince1970
        try writing { (index, _) throws(StorageError) in
            try index.putBackOff(of: host, until: until.timeIntervalSince1970, at: time)
        }
    }

    /// Counts a failure of a host; after the fifth in a row it is left alone for ten minutes, then tried again once.
    func recordFailure(ofHost host: String) throws(StorageError) {
        let time = now().timeIntervalSince1970
        try writing { (index, _) throws(StorageError) in
            let count = try index.failureCount(ofHost: host, at: time) + 1
            let until = count >= Self.longestFailureRow ? time + Self.circuitPause : time
            try index.putFailureCount(count, ofHost: host, until: until, at: time)
        }
    }

    /// Notes that a host answered: its failures no longer follow one another.
    func recordAnswer(ofHost host: String) throws(StorageError) {
        let time = now().timeIntervalSince1970
        let count = try reading { (index, _) throws(StorageError) in try index.failureCount(ofHost: host, at: time) }
        guard count > 0 else { return }
        try writing { (index, _) throws(StorageError) in
            try index.putFailureCount(0, ofHost: host, until: time, at: time)
        }
    }

    /// How many failures in a row a host may have.
    private static let longestFailureRow = 5
    /// How long a host that fails is left alone, in seconds.
    private static let circuitPause = 600.0

    /// Until when a host is not to be asked, at a time; `nil` if it may be.
    public func backOff(of host: String, at date: Date) -> Date? {
        try? reading { (index, _) throws(StorageError) in
            try index.backOff(of: host, at: date.timeIntervalSince1970)
        } ?? below?.backOff(of: host, at: date)
    }
}

// The index, opened and kept open.
extension DiskCache {
    /// Asks the index; throws where there is none to ask.
    func reading<R: Sendable>(
        _ body: @Sendable (inout CacheIndex, inout Session) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try withIndex(writing: false, body)
    }

    /// Changes the index, wholly or not at all.
    func writing<R: Sendable>(
        _ body: @Sendable (inout CacheIndex, inout Session) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try withIndex(writing: true) { (index, session) throws(StorageError) in
            let result = try index.transaction { (index) throws(StorageError) in
                let result = try body(&index, &session)
                try index.add(session.counts)
                return result
            }
            session.counts = CacheCounters()
            return result
        }
    }

    /// Counts what happened; it is written with what is written next, at the latest when the cache is closed.
    func count(_ change: (inout CacheCounters) -> Void) {
        state.withLock { change(&$0.session.counts) }
    }

    /// Works on this process' own notes.
    func withSession<R: Sendable>(_ body: (inout Session) -> R) -> R {
        state.withLock { body(&$0.session) }
    }

    /// Calls with the index of the moment; one that turns out to be damaged is replaced, and asked again once.
    private func withIndex<R: Sendable>(
        writing: Bool, _ body: @Sendable (inout CacheIndex, inout Session) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try state.withLock { (state) throws(StorageError) in
            do throws(StorageError) {
                return try ask(&state, writing, body)
            } catch {
                if error.breaksConnection { state.index = nil }
                guard error.isDamaged || error.isLostTable else { throw error }
                state.index = nil
                try CacheIndexMaker(layout: layout).make()
                return try ask(&state, writing, body)
            }
        }
    }

    private func ask<R>(
        _ state: inout State, _ writing: Bool,
        _ body: @Sendable (inout CacheIndex, inout Session) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        try open(&state, writing)
        guard let result = try state.index?.lend({ (index) throws(StorageError) in try body(&index, &state.session) })
        else { throw .system(operation: "open", path: layout.index, errno: ENOENT) }
        return result
    }

    /// Opens the index for writing, and changes nothing.
    func openForWriting() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in try open(&state, true) }
    }

    private func open(_ state: inout State, _ writing: Bool) throws(StorageError) {
        if state.index?.hasMoved == false, state.isWritable || !writing { return }
        state.index = nil
        do {
            state.index = try CacheIndexMaker(layout: layout).openOrMake()
            state.isWritable = true
        } catch .layoutVersion(let path, let found, let supported) {
            throw .layoutVersion(path: path, found: found, supported: supported)
        } catch {
            if writing || error.isDamaged { throw error }
            // A read-only directory, or a full disk: what is there can still be read.
            state.index = try CacheIndex(path: layout.index, access: .readOnly)
            state.isWritable = false
        }
    }
}
