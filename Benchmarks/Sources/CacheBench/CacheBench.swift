import CacheAnchors
import Foundation
import PhotoWidget

/// Times the tiers of the cache beside what one would use instead, in turn, and prints medians of CPU time.
@main
enum CacheBench {
    static func main() throws {
        memoryTier()
        for count in [1_000, 100_000, 1_000_000] { growth(count) }
        try diskTier()
    }

    /// A hit of the memory tier, of NSCache, and of a C++ LRU, each with a key of the same 75 characters or their parts.
    private static func memoryTier() {
        let (count, lookUps) = (10_000, 200_000)
        let digests = (0..<count).map { digest($0) }
        let texts = digests.map { "\($0)/256x256-contain" }
        let order = shuffled(lookUps, below: count)
        let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255])

        let keys = digests.map { CacheKey(digest: $0, box: PixelSize(width: 256, height: 256), fit: .contain) }
        let cache = MemoryCache<CacheKey, Bitmap>(countLimit: count)
        for key in keys { cache.setObject(bitmap, forKey: key) }

        // Asked for by keys made anew, as a program does.
        let asked = (0..<count).map { CacheKey(digest: digest($0), box: keys[$0].box, fit: .contain) }

        let objects = texts.map { TextKey($0) }
        let nsCache = NSCache<TextKey, Box>()
        nsCache.countLimit = count
        for key in objects { nsCache.setObject(Box(bitmap), forKey: key) }

        let lru = CacheAnchors_create_lru(count)
        defer { CacheAnchors_destroy_lru(lru) }
        let strings = texts.map { strdup($0) }
        CacheAnchors_fill(lru, strings.compactMap { $0.map { UnsafePointer($0) } }, count)
        for string in strings { free(string) }

        var found = 0
        let (ours, foundation, cpp) = (Series("MemoryCache"), Series("NSCache"), Series("C++ LRU"))
        for _ in 0..<9 {
            ours.time(lookUps) {
                for index in order where cache.object(forKey: asked[Int(index)]) != nil { found += 1 }
            }
            foundation.time(lookUps) {
                for index in order where nsCache.object(forKey: objects[Int(index)]) != nil { found += 1 }
            }
            cpp.time(lookUps) { found += CacheAnchors_find(lru, order, lookUps) }
        }
        precondition(found == 3 * 9 * lookUps, "\(found) of \(3 * 9 * lookUps) look-ups were hits")
        print("memory hit, ns: \(ours), \(foundation), \(cpp)")
        print("  NSCache / MemoryCache \(ratio(foundation, ours)), MemoryCache / C++ \(ratio(ours, cpp))")
    }

    /// A look-up and a store that evicts, in a memory tier that holds so many.
    private static func growth(_ count: Int) {
        let keys = (0..<2 * count).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        let cache = MemoryCache<UInt64, Int>(countLimit: count)
        for key in keys.prefix(count) { cache.setObject(1, forKey: key) }
        let rounds = 200_000
        let order = shuffled(rounds, below: count)
        let (lookUp, eviction) = (Series("look-up"), Series("eviction"))
        var found = 0
        for _ in 0..<5 {
            lookUp.time(rounds) {
                for index in order where cache.object(forKey: keys[Int(index)]) != nil { found += 1 }
            }
        }
        var next = count
        for _ in 0..<5 {
            eviction.time(rounds) {
                for _ in 0..<rounds {
                    cache.setObject(1, forKey: keys[next])
                    next = (next + 1) % keys.count
                }
            }
        }
        print("memory of \(count), ns: \(lookUp), \(eviction)")
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
        let keys = (0..<count).map { CacheKey(digest: digest($0), box: size, fit: .contain) }
        for (key, bitmap) in zip(keys, bitmaps) { cache.store(bitmap, for: key) }
        let pngs = bitmaps.map { PNGEncoder.encode($0) }
        var rgba = [UInt8](repeating: 0, count: size.area * 4)
        var sum = 0
        let (mapped, copied, libpng) = (Series("mapped"), Series("copied"), Series("libpng"))
        for round in 0..<10 {
            mapped.time(count) {
                for key in keys {
                    // Every page is looked at.
                    sum +=
                        cache.withPixels(of: key) { (_, pixels) in
                            stride(from: 0, to: pixels.byteCount, by: 4096).reduce(0) {
                                $0 + Int(pixels.unsafeLoad(fromByteOffset: $1, as: UInt8.self))
                            }
                        } ?? 0
                }
            }
            copied.time(count) { for key in keys { sum += cache.bitmap(for: key)?.byteCount ?? 0 } }
            libpng.time(count) {
                for png in pngs { sum += Int(CacheAnchors_decode_png(png, png.count, &rgba, rgba.count)) }
            }
            // The first round compares every checksum, as the first read in a process does.
            if round == 0 { for series in [mapped, copied, libpng] { series.forget() } }
        }
        precondition(sum > 0)
        print("disk hit of \(size), PNG of \(pngs[0].count) bytes, ns: \(mapped), \(copied), \(libpng)")
        print("  libpng / mapped \(ratio(libpng, mapped)), libpng / copied \(ratio(libpng, copied))")
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
