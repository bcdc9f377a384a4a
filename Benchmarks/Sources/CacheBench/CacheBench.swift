import CacheAnchors
import Foundation
import PhotoWidget

/// Times the tiers of the cache beside what one would use instead, in turn, and prints medians of CPU time: of all parts, or of those
/// named (memory, growth, disk, index).
@main
enum CacheBench {
    static func main() throws {
        // The C library counts references without atomic operations until a program has threads, as programs that share a
        // cache do.
        let thread = Thread {}
        thread.start()
        let parts = Set(CommandLine.arguments.dropFirst())
        let wants = { parts.isEmpty || parts.contains($0) }
        if wants("memory") { memoryTier() }
        if wants("growth") { for count in [1_000, 100_000, 1_000_000] { growth(count) } }
        if wants("disk") { try diskTier() }
        if wants("index") { for count in [1_000, 100_000, 1_000_000] { try indexGrowth(count) } }
    }

    /// A hit of the memory tier, of NSCache, and of a C++ LRU.
    ///
    /// Once with keys that the caller holds, once with keys made anew of
    /// what it knows, a digest, a box and a fit. Every key has a value of its own.
    private static func memoryTier() {
        let (count, lookUps) = (10_000, 200_000)
        let digests = (0..<count).map { digest($0) }
        let (box, ending) = (PixelSize(width: 256, height: 256), "/256x256-contain")
        let texts = digests.map { $0 + ending }
        let order = shuffled(lookUps, below: count)
        let bitmaps = (0..<count).map { _ in Bitmap(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255]) }

        let cache = MemoryCache<CacheKey, Bitmap>(countLimit: count)
        let keys = digests.compactMap { CacheKey(digest: $0, box: box, fit: .contain) }
        for (key, bitmap) in zip(keys, bitmaps) { cache.setObject(bitmap, forKey: key) }

        let byText = MemoryCache<String, Bitmap>(countLimit: count)
        for (text, bitmap) in zip(texts, bitmaps) { byText.setObject(bitmap, forKey: text) }

        let objects = texts.map { TextKey($0) }
        let nsCache = NSCache<TextKey, Box>()
        nsCache.countLimit = count
        for (key, bitmap) in zip(objects, bitmaps) { nsCache.setObject(Box(bitmap), forKey: key) }

        let lru = CacheAnchors_create_lru(count)
        defer { CacheAnchors_destroy_lru(lru) }
        let strings = digests.map { strdup($0) }
        CacheAnchors_fill(lru, strings.compactMap { $0.map { UnsafePointer($0) } }, ending, count)
        for string in strings { free(string) }

        var found = 0
        let held = (Series("MemoryCache"), Series("MemoryCache of strings"), Series("NSCache"), Series("C++ LRU"))
        let anew = (Series("MemoryCache"), Series("MemoryCache of strings"), Series("NSCache"), Series("C++ LRU"))
        for _ in 0..<15 {
            held.0.time(lookUps) {
                for index in order where cache.object(forKey: keys[Int(index)]) != nil { found += 1 }
            }
            held.1.time(lookUps) {
                for index in order where byText.object(forKey: texts[Int(index)]) != nil { found += 1 }
            }
            held.2.time(lookUps) {
                for index in order where nsCache.object(forKey: objects[Int(index)]) != nil { found += 1 }
            }
            held.3.time(lookUps) { found += CacheAnchors_find(lru, order, lookUps) }
            anew.0.time(lookUps) {
                for index in order {
                    let key = CacheKey(digest: digests[Int(index)], box: box, fit: .contain)
                    if let key, cache.object(forKey: key) != nil { found += 1 }
                }
            }
            anew.1.time(lookUps) {
                for index in order where byText.object(forKey: digests[Int(index)] + ending) != nil { found += 1 }
            }
            anew.2.time(lookUps) {
                for index in order where nsCache.object(forKey: TextKey(digests[Int(index)] + ending)) != nil {
                    found += 1
                }
            }
            anew.3.time(lookUps) { found += CacheAnchors_find_anew(lru, ending, order, lookUps) }
        }
        precondition(found == 8 * 15 * lookUps, "\(found) of \(8 * 15 * lookUps) look-ups were hits")
        for (name, row) in [("held by the caller", held), ("made anew", anew)] {
            print("memory hit, keys \(name), ns: \(row.0), \(row.1), \(row.2), \(row.3)")
            print(
                "  NSCache / MemoryCache \(ratio(row.2, row.0)), of strings \(ratio(row.2, row.1));",
                "MemoryCache / C++ \(ratio(row.0, row.3)), of strings \(ratio(row.1, row.3))")
        }
    }

    /// A look-up and a store that evicts, in a memory tier that holds so many, and in the C++ LRU.
    private static func growth(_ count: Int) {
        let keys = (0..<2 * count).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        let cache = MemoryCache<UInt64, Number>(countLimit: count)
        for key in keys.prefix(count) { cache.setObject(Number(1), forKey: key) }
        let lru = CacheAnchors_create_lru(count)
        defer { CacheAnchors_destroy_lru(lru) }
        CacheAnchors_put_numbers(lru, keys, count)
        let rounds = 200_000
        let order = shuffled(rounds, below: count)
        let (lookUp, cppLookUp) = (Series("MemoryCache"), Series("C++"))
        let (eviction, cppEviction) = (Series("MemoryCache"), Series("C++"))
        var found = 0
        for _ in 0..<7 {
            lookUp.time(rounds) {
                for index in order where cache.object(forKey: keys[Int(index)]) != nil { found += 1 }
            }
            cppLookUp.time(rounds) { found += CacheAnchors_find_numbers(lru, keys, order, rounds) }
        }
        precondition(found == 14 * rounds, "\(found) of \(14 * rounds) look-ups were hits")
        var next = count
        for _ in 0..<7 {
            let added = (0..<rounds).map { keys[(next + $0) % keys.count] }
            next += rounds
            eviction.time(rounds) { for key in added { cache.setObject(Number(1), forKey: key) } }
            cppEviction.time(rounds) { CacheAnchors_put_numbers(lru, added, rounds) }
        }
        print("memory of \(count), ns: look-up \(lookUp), \(cppLookUp); store that evicts \(eviction), \(cppEviction)")
    }

    /// A hit of the disk tier, its pixels lent as they are mapped, beside libpng on the same thumbnail.
    private static func diskTier() throws {
        let directory = NSTemporaryDirectory() + "cache-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let cache = try DiskCache(directory: directory)
        let size = PixelSize(width: 256, height: 192)
        let count = 64
        var noise = SystemRandomNumberGenerator()
        // A photograph's PNG has about 80 KB: smooth, with noise in the last bits.
        let bitmaps = (0..<count).map { seed in
            Bitmap(
                size: size,
                pixels: (0..<size.area).flatMap { pixel -> [UInt8] in
                    let (x, y) = (pixel % size.width, pixel / size.width)
                    let grain = UInt8.random(in: 0..<12, using: &noise)
                    return [UInt8(x / 2 + seed) + grain, UInt8(y) + grain, UInt8((x + y) / 4) + grain, 255]
                })
        }
        let keys = (0..<count).compactMap { CacheKey(digest: digest($0), box: size, fit: .contain) }
        for (key, bitmap) in zip(keys, bitmaps) { cache.store(bitmap, for: key) }
        // Another process: the one that stored them knows them to be whole.
        let reader = try DiskCache(directory: directory)
        let pngs = bitmaps.map { PNGEncoder.encode($0) }
        var rgba = [UInt8](repeating: 0, count: size.area * 4)
        var sum = 0
        let (mapped, copied, libpng) = (Series("mapped"), Series("copied"), Series("libpng"))
        var first = 0.0
        for round in 0..<10 {
            mapped.time(count) {
                for key in keys {
                    // Every page is looked at.
                    sum +=
                        reader.withPixels(of: key) { (_, pixels) in
                            stride(from: 0, to: pixels.byteCount, by: 4096).reduce(0) {
                                $0 + Int(pixels.unsafeLoad(fromByteOffset: $1, as: UInt8.self))
                            }
                        } ?? 0
                }
            }
            copied.time(count) { for key in keys { sum += reader.bitmap(for: key)?.byteCount ?? 0 } }
            libpng.time(count) {
                for png in pngs { sum += Int(CacheAnchors_decode_png(png, png.count, &rgba, rgba.count)) }
            }
            // The first round compares every checksum, as the first read in a process does.
            if round == 0 {
                first = mapped.median
                for series in [mapped, copied, libpng] { series.forget() }
            }
        }
        precondition(sum > 0)
        print("disk hit of \(size), PNG of \(pngs[0].count) bytes, ns: \(mapped), \(copied), \(libpng)")
        print("  first of each in a process \(String(format: "%.0f", first)), with its checksum")
        print("  libpng / mapped \(ratio(libpng, mapped)), libpng / copied \(ratio(libpng, copied))")
    }

    /// What the disk tier's index costs with so many originals: a look-up, a store that evicts one, an eviction of many.
    ///
    /// The files that go are there.
    private static func indexGrowth(_ count: Int) throws {
        let directory = NSTemporaryDirectory() + "cache-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let date = Date()
        do { _ = try DiskCache(directory: directory) }
        precondition(
            CacheAnchors_fill_index(directory + "/index.sqlite", count, date.timeIntervalSince1970) == 1, "no index")
        let (lookUp, miss) = (Series("look-up"), Series("miss"))
        let (store, eviction) = (Series("store that evicts"), Series("eviction"))
        var (found, next) = (0, 0)
        // An eviction's rows are the least recently used, so each round has others.
        let (rounds, stores, evictions) = (5, 20, 100)
        try makeFiles(rounds * (stores + evictions + 1), in: directory)
        let order = shuffled(2_000, below: count / 2).map { count / 2 + Int($0) }
        for round in 0..<rounds {
            let cache = try DiskCache(
                directory: directory, limits: CacheLimits(maxBytes: (count - round * evictions) * 1_000), now: { date })
            // The first answer opens the index's pages.
            found += cache.response(for: url(count - 1)) == nil ? 0 : 1
            lookUp.time(order.count) {
                for number in order where cache.response(for: url(number)) != nil { found += 1 }
            }
            miss.time(order.count) {
                for number in order where cache.response(for: url(count + number)) != nil { found += 1 }
            }
            store.time(stores) {
                for _ in 0..<stores { next = keep(next + 1, in: cache, at: date) }
            }
            let smaller = try DiskCache(
                directory: directory, limits: CacheLimits(maxBytes: (count - (round + 1) * evictions) * 1_000),
                now: { date })
            _ = smaller.response(for: url(count - 1))
            eviction.time(evictions) { next = keep(next + 1, in: smaller, at: date) }
        }
        precondition(
            found == rounds * (order.count + 1), "\(found) of \(rounds * (order.count + 1)) look-ups were hits")
        print("index of \(count), ns: \(lookUp), \(miss), \(store), \(eviction)")
    }

    /// Stores an original of 1,000 bytes that no other has; returns its number.
    private static func keep(_ number: Int, in cache: DiskCache, at date: Date) -> Int {
        let body = [UInt8](repeating: 0, count: 992) + withUnsafeBytes(of: number) { Array($0) }
        do {
            _ = try cache.store(
                body, fileExtension: "jpg", url: "https://example.org/\(number)", fields: HTTPFields(),
                requestedAt: date, receivedAt: date)
        } catch {
            preconditionFailure("\(error)")
        }
        return number
    }

    /// Makes the files of the first originals that fill the index.
    private static func makeFiles(_ count: Int, in directory: String) throws {
        for number in 0..<count {
            var digits = [CChar](repeating: 0, count: 65)
            CacheAnchors_digest(number, &digits)
            let digest = String(decoding: digits.dropLast().map(UInt8.init), as: UTF8.self)
            let parent = "\(directory)/objects/\(digest.prefix(2))"
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try Data(count: 1_000).write(to: URL(fileURLWithPath: "\(parent)/\(digest).jpg"))
        }
    }

    private static func url(_ number: Int) -> String {
        "https://live.staticflickr.com/65535/\(number)_0123456789_b.jpg"
    }

    private static func digest(_ number: Int) -> String {
        let part = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63, radix: 16)
        return part + part + part + part
    }

    private static func shuffled(_ count: Int, below limit: Int) -> [UInt32] {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt32(state % UInt64(limit))
        }
    }

    private static func ratio(_ one: Series, _ other: Series) -> String {
        String(format: "%.2f", one.median / other.median)
    }
}

/// What one of the compared took, round by round.
final class Series: CustomStringConvertible {
    private let name: String
    private var nanoseconds: [Double] = []

    init(_ name: String) { self.name = name }

    /// Times `count` operations by the thread's CPU time.
    func time(_ count: Int, _ body: () -> Void) {
        let start = Self.now()
        body()
        nanoseconds.append((Self.now() - start) / Double(count))
    }

    /// Forgets what was timed so far.
    func forget() { nanoseconds.removeAll() }

    var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }

    var description: String { "\(name) \(String(format: "%.0f", median))" }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// A value of its own in memory, as a shared pointer's.
final class Number: Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }
}

/// A key as NSCache wants it.
final class TextKey: NSObject {
    private let text: String

    init(_ text: String) { self.text = text }

    override var hash: Int { text.hashValue }

    override func isEqual(_ object: Any?) -> Bool { (object as? TextKey)?.text == text }
}

/// A value as NSCache wants it.
final class Box {
    let bitmap: Bitmap

    init(_ bitmap: Bitmap) { self.bitmap = bitmap }
}
