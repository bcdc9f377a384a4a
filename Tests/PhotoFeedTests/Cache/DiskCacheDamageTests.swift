import FoundationEssentials
import Glibc
import Raster
import Storage
import Testing

@testable import PhotoFeed

@Suite struct DiskCacheDamageTests {
    let scratch: ScratchCache

    init() throws { scratch = try ScratchCache() }

    /// What may stand where a file of the cache should.
    enum Damage: CaseIterable, Sendable {
        case empty, random, cut, flipped, longer, link, looseLink, directory, pipe, missing
    }

    private func damage(_ path: String, _ damage: Damage) throws {
        var bytes = try MappedFile(path: path).withBytes { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } }
        switch damage {
        case .empty: try scratch.plant([], at: path)
        case .random: try scratch.plant(bytes.indices.map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }, at: path)
        case .cut: try scratch.plant(bytes.dropLast(), at: path)
        case .flipped:
            bytes[bytes.count - 1] ^= 1
            try scratch.plant(bytes, at: path)
        case .longer: try scratch.plant(bytes + [0], at: path)
        case .link:
            try scratch.plant(bytes, at: scratch("elsewhere"))
            try SymbolicLink.replace(at: path, with: scratch("elsewhere"))
        case .looseLink: try SymbolicLink.replace(at: path, with: "nowhere")
        case .directory:
            try Directory.removeFile(at: path)
            try Directory.create(at: "\(path)/full")
        case .pipe:
            try Directory.removeFile(at: path)
            #expect(unsafe mkfifo(path, 0o600) == 0)
        case .missing: try Directory.removeFile(at: path)
        }
    }

    private func path(of original: CachedResponse) -> String {
        scratch("objects/\(original.digest.prefix(2))/\(original.digest).jpg")
    }

    @Test(arguments: Damage.allCases)
    func `a damaged original is a miss, and storing it again heals it`(kind: Damage) throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        try damage(path(of: stored), kind)
        let cache = try scratch.open()
        #expect(cache.body("a") == nil)
        if kind == .link { #expect(try FileStatus.of(scratch("elsewhere"))?.byteCount == 1_000) }
        try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
        #expect(try scratch.open().holds("a"))
        #expect(try cache.verify().isClean)
    }

    @Test(arguments: Damage.allCases)
    func `a damaged thumbnail is a miss, and storing it again heals it`(kind: Damage) throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        try scratch.open().store(bitmap(1), for: key(stored))
        try damage(scratch("thumbnails/8x8-contain/\(stored.digest.prefix(2))/\(stored.digest).pam"), kind)
        let cache = try scratch.open()
        #expect(cache.bitmap(for: key(stored)) == nil)
        cache.store(bitmap(1), for: key(stored))
        #expect(try scratch.open().bitmap(for: key(stored)) == bitmap(1))
        #expect(cache.holds("a"))
        #expect(try cache.verify().isClean)
    }

    @Test(arguments: Damage.allCases)
    func `storing over a damaged original that nobody read heals it`(kind: Damage) throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        try damage(path(of: stored), kind)
        let cache = try scratch.open()
        try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
        #expect(try scratch.open().holds("a"))
    }

    @Test func `an original that is cut while a process runs is a miss there too`() throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
        try damage(path(of: stored), .cut)
        #expect(!cache.holds("a"))
    }

    @Test(arguments: [0.0, 600.0])
    func `a thumbnail that is replaced while a process runs is checked again`(pause: TimeInterval) throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        cache.store(bitmap(1), for: key(stored))
        for _ in 0..<2 { #expect(cache.bitmap(for: key(stored)) == bitmap(1)) }
        scratch.wait(pause)
        let path = scratch("thumbnails/8x8-contain/\(stored.digest.prefix(2))/\(stored.digest).pam")
        // Whole, and of the same length, but not what was stored.
        try AtomicFile.replace(at: path, with: PAMEncoder.encode(bitmap(2)))
        #expect(cache.bitmap(for: key(stored)) == nil)
        #expect(try cache.statistics().counters.damaged == 1)
    }

    /// What may stand where the index should.
    enum IndexDamage: CaseIterable, Sendable {
        case missing, empty, random, cut, scrambledPages, link, directory, otherProgram
    }

    private func damageIndex(_ damage: IndexDamage) throws {
        let path = scratch("index.sqlite")
        switch damage {
        case .missing: try Directory.removeFile(at: path)
        case .empty: try scratch.plant([], at: path)
        case .random:
            try scratch.plant((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }, at: path)
        case .cut: #expect(unsafe truncate(path, 5_000) == 0)
        case .scrambledPages:
            var bytes = try MappedFile(path: path).withBytes { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } }
            for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
            try scratch.plant(bytes, at: path)
        case .link: try SymbolicLink.replace(at: path, with: "nowhere")
        case .directory:
            try Directory.removeFile(at: path)
            try Directory.create(at: "\(path)/full")
        case .otherProgram:
            try Directory.removeFile(at: path)
            _ = try Database.open(
                path: path, schema: DatabaseSchema(applicationID: 1, migrations: ["CREATE TABLE other (x)"])
            ).path
        }
    }

    @Test(arguments: IndexDamage.allCases)
    func `a lost or damaged index is set aside and made anew with every picture`(kind: IndexDamage) throws {
        let names = (0..<40).map { "photo \($0)" }
        var thumbnail: CacheKey?
        do {
            let cache = try scratch.open()
            for name in names { thumbnail = key(try cache.store(name, at: scratch.now)) }
            if let thumbnail { cache.store(bitmap(5), for: thumbnail) }
        }
        try damageIndex(kind)
        let cache = try scratch.open()
        for name in names {
            #expect(cache.holds(name), "\(name)")
            #expect(cache.response(name)?.fields["ETag"] == "\"\(name)\"")
        }
        let name = try #require(thumbnail)
        #expect(cache.bitmap(for: name) == bitmap(5))
        #expect(try cache.verify().isClean)
        #expect(try cache.statistics().originalCount == 40)
        let aside = try Directory.entries(of: scratch.directory).contains { $0.name.hasPrefix("index.sqlite.aside-") }
        #expect(aside == (kind != .missing))
    }

    @Test(arguments: IndexDamage.allCases)
    func `an index that is damaged while a process runs is made anew by it`(kind: IndexDamage) throws {
        let cache = try scratch.open()
        for number in 0..<40 { try cache.store("photo \(number)", at: scratch.now) }
        try damageIndex(kind)
        for number in 40..<60 { try cache.store("photo \(number)", at: scratch.now) }
        let other = try scratch.open()
        for number in 0..<60 { #expect(other.holds("photo \(number)"), "\(number)") }
        #expect(try other.verify().isClean)
    }

    @Test func `an index of a newer layout is refused and not touched`() throws {
        do { try scratch.open().store("a", at: scratch.now) }
        let path = scratch("index.sqlite")
        var newer = CacheIndex.schema
        newer.migrations.append("CREATE TABLE later (x)")
        _ = try Database.open(path: path, schema: newer).path
        let before = try Directory.entries(of: scratch.directory).map(\.name).sorted()
        #expect(throws: StorageError.layoutVersion(path: path, found: newer.version, supported: newer.version - 1)) {
            try scratch.open()
        }
        #expect(try Directory.entries(of: scratch.directory).map(\.name).sorted() == before)
    }

    /// What a process finds while another makes the index anew and a third removes what belongs to it.
    @Test func `an index that cannot be opened and has yet to be filled is none, and no other program's`() throws {
        let path = scratch("index.sqlite")
        do {
            var database = try Database.open(path: path, schema: DatabaseSchema(applicationID: 0, migrations: []))
            try database.execute("PRAGMA journal_mode=WAL")
        }
        // The log's shared memory cannot be made.
        try Directory.create(at: path + "-shm")
        let cache = try scratch.open()
        #expect(cache.response("https://photos.example/a.jpg") == nil)
        try Directory.removeTree(at: path + "-shm")
        try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
    }

    @Test(arguments: ["objects", "objects/FAN", "thumbnails", "thumbnails/8x8-contain", "thumbnails/8x8-contain/FAN"])
    func `a file or a loose link in the place of a directory is set aside`(name: String) throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        let path = scratch(name.replacing("FAN", with: stored.digest.prefix(2)))
        for plant in [false, true] {
            if plant {
                try scratch.plant([1], at: path)
            } else {
                try Directory.removeTree(at: path)
                try Directory.create(at: Path.parent(of: path))
                try SymbolicLink.replace(at: path, with: "nowhere")
            }
            let cache = try scratch.open()
            _ = (cache.body("a"), cache.bitmap(for: key(stored)))
            try cache.store("a", at: scratch.now)
            cache.store(bitmap(1), for: key(stored))
            #expect(cache.holds("a"))
            #expect(cache.bitmap(for: key(stored)) == bitmap(1))
        }
    }

    /// Places where a link may be planted.
    @Test(arguments: [
        "objects", "objects/FAN", "thumbnails", "thumbnails/8x8-contain", "thumbnails/8x8-contain/FAN", "partials",
    ])
    func `through a link in the place of a directory nothing is removed`(name: String) throws {
        let stored = try scratch.open().store("a", at: scratch.now)
        let fan = "\(stored.digest.prefix(2))"
        let path = scratch(name.replacing("FAN", with: fan))
        // Another cache, say: names of our form at every depth that a link may lead to.
        let precious = scratch("../precious")
        let file = "\(stored.digest).jpg"
        for folder in ["", "/\(fan)", "/8x8-contain/\(fan)"] {
            try Directory.create(at: precious + folder)
            try AtomicFile.replace(at: "\(precious)\(folder)/\(file)", with: [1])
            try AtomicFile.replace(at: "\(precious)\(folder)/\(stored.digest).pam", with: [1])
            try AtomicFile.replace(at: "\(precious)\(folder)/\(stored.digest)", with: [1])
            try AtomicFile.replace(at: "\(precious)\(folder)/.tmp.1.ab", with: [1])
        }
        try Directory.removeTree(at: path)
        try Directory.create(at: Path.parent(of: path))
        try SymbolicLink.replace(at: path, with: precious)
        let cache = try scratch.open()
        cache.store(bitmap(1), for: key(stored))
        cache.remove(key(stored))
        scratch.wait(1_000_000)
        try cache.prune()
        _ = try cache.verify(repair: true)
        try cache.clear()
        for folder in ["", "/\(fan)", "/8x8-contain/\(fan)"] {
            let names = try Directory.entries(of: precious + folder).filter { $0.kind == .file }.map(\.name).sorted()
            #expect(names == [".tmp.1.ab", stored.digest, file, "\(stored.digest).pam"].sorted(), "\(folder)")
        }
    }

    @Test func `clearing a cache in a folder of pictures removes none`() throws {
        let names = [
            "IMG_1.jpg", "objects/IMG_2.jpg", "objects/ab/IMG_3.jpg", "thumbnails/256x256/a.png", "partials/notes",
        ]
        for name in names {
            try Directory.create(at: Path.parent(of: scratch(name)))
            try AtomicFile.replace(at: scratch(name), with: [1])
        }
        let cache = try scratch.open()
        try cache.store("a", at: scratch.now)
        try cache.prune()
        try cache.clear()
        #expect(try Set(scratch.files).isSuperset(of: names))
    }

    @Test func `verifying finds each damage, and repairing leaves a clean cache`() throws {
        let cache = try scratch.open()
        for name in ["whole", "cut", "flipped", "missing"] { try cache.store(name, at: scratch.now) }
        for (name, kind) in [("cut", Damage.cut), ("flipped", .flipped), ("missing", .missing)] {
            let response = try #require(cache.response(name))
            try damage(path(of: response), kind)
        }
        let problems = try cache.verify().findings.map { "\($0.problem)" }.sorted()
        #expect(problems == ["digest", "length(found: 999, expected: 1000)", "missing"])
        #expect(try cache.verify(repair: true).isRepaired)
        let after = try cache.verify()
        #expect(after.isClean)
        #expect(after.checkedCount == 1)
        #expect(after.checkedByteCount == 1_000)
        #expect(cache.holds("whole"))
    }

    @Test func `an original without a row is no damage, and pruning lists it again`() throws {
        do { try scratch.open().store("a", at: scratch.now) }
        let schema = CacheIndex.schema
        do {
            var index = try Database.open(path: scratch("index.sqlite"), schema: schema)
            try index.execute("DELETE FROM files")
            try index.execute("DELETE FROM responses")
        }
        let cache = try scratch.open()
        #expect(cache.response("a") == nil)
        let verification = try cache.verify()
        #expect(verification.isClean)
        #expect(verification.unlistedCount == 1)
        #expect(try cache.prune().adoptedCount == 1)
        #expect(cache.holds("a"))
        #expect(try cache.statistics().byteCount == 1_000)
    }

    @Test func `rows that name paths instead of digests reach no file`() throws {
        do { try scratch.open().store("a", at: scratch.now) }
        let schema = CacheIndex.schema
        do {
            var index = try Database.open(path: scratch("index.sqlite"), schema: schema)
            try index.execute("UPDATE responses SET digest = '../../x'")
            try index.execute("UPDATE files SET digest = '../../x', extension = '../jpg'")
        }
        let cache = try scratch.open()
        #expect(cache.response("a") == nil)
        #expect(try cache.entries() == [])
        try cache.store("a", at: scratch.now)
        #expect(cache.holds("a"))
    }

    @Test func `two caches on one directory agree`() async throws {
        let first = try scratch.open(CacheLimits(maxBytes: 20_000))
        let second = try scratch.open(CacheLimits(maxBytes: 20_000))
        let date = scratch.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (cache, offset) in [(first, 0), (second, 25)] {
                group.addTask {
                    for number in 0..<50 {
                        try cache.store("photo \(number + offset)", at: date)
                        _ = cache.body("photo \((number * 7) % 75)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try first.statistics().byteCount == 20_000)
        #expect(try scratch.files.count == 20)
        #expect(try second.verify().isClean)
        #expect(try second.verify().unlistedCount == 0)
        for entry in try first.entries() { #expect(entry.urls.count == 1) }
    }

    @Test func `the whole directory may be deleted while a process runs`() throws {
        let cache = try scratch.open()
        let stored = try cache.store("a", at: scratch.now)
        cache.store(bitmap(1), for: key(stored))
        try Directory.removeTree(at: scratch.directory)
        #expect(!cache.holds("a"))
        #expect(cache.bitmap(for: key(stored)) == nil)
        try cache.store("a", at: scratch.now)
        #expect(try scratch.open().holds("a"))
    }

    @Test func `clearing beside a writer leaves a cache that is whole`() async throws {
        let first = try scratch.open()
        let second = try scratch.open()
        let date = scratch.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 0..<100 { try first.store("photo \(number)", at: date) } }
            group.addTask { for _ in 0..<20 { try second.clear() } }
            try await group.waitForAll()
        }
        try first.store("last", at: date)
        #expect(first.holds("last"))
        #expect(try first.verify().isClean)
    }
}
