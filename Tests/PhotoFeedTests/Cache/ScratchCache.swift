import FoundationEssentials
import PhotoFeed
import Raster
import Storage
import Synchronization

/// A cache directory of a test's own, removed when the test ends, with a clock that the test sets.
final class ScratchCache: Sendable {
    let directory: String
    private let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    init() throws {
        directory = "\(FileManager.default.temporaryDirectory.path)/photowidget-\(UUID().uuidString)/cache"
        try Directory.create(at: directory)
    }

    deinit { try? Directory.removeTree(at: Path.parent(of: directory)) }

    /// The time of the cache's clock.
    var now: Date {
        get { clock.withLock { $0 } }
        set { clock.withLock { $0 = newValue } }
    }

    /// Moves the clock.
    func wait(_ seconds: TimeInterval) { now += seconds }

    /// Opens the directory, as one process does.
    func open(_ limits: CacheLimits = CacheLimits()) throws(StorageError) -> DiskCache {
        try DiskCache(directory: directory, limits: limits, now: { self.now })
    }

    /// The path of a name in the directory.
    func callAsFunction(_ name: String) -> String { "\(directory)/\(name)" }

    /// Every file below the directory but the index's, sorted.
    var files: [String] {
        get throws {
            func walk(_ path: String) throws -> [String] {
                try Directory.entries(of: "\(directory)/\(path)").flatMap { entry in
                    let name = path.isEmpty ? entry.name : "\(path)/\(entry.name)"
                    return entry.kind == .directory ? try walk(name) : [name]
                }
            }
            return try walk("").filter { !$0.hasPrefix("index.") && $0 != "CACHEDIR.TAG" }.sorted()
        }
    }

    /// Puts a file, foreign bytes and all, at a path, whatever was there.
    func plant(_ bytes: [UInt8], at path: String) throws {
        try Directory.removeTree(at: path)
        try AtomicFile.replace(at: path, with: bytes)
    }
}

extension DiskCache {
    /// Keeps a body of so many bytes, all the same, as the answer of a URL of that name.
    @discardableResult
    func store(_ name: String, count: Int = 1_000, filledWith byte: UInt8 = 0, at date: Date) throws -> CachedResponse {
        try store(
            Array(name.utf8) + [UInt8](repeating: byte, count: count - name.utf8.count), fileExtension: "jpg",
            url: "https://photos.test/\(name)", fields: HTTPFields([.init(name: "ETag", value: "\"\(name)\"")]),
            requestedAt: date, receivedAt: date)
    }

    /// The stored answer of the URL of that name.
    func response(_ name: String) -> CachedResponse? { response(for: "https://photos.test/\(name)") }

    /// The body of the URL of that name; `nil` is a miss.
    func body(_ name: String) -> [UInt8]? {
        guard let response = response(name) else { return nil }
        return withObject(of: response) { bytes in unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
    }

    /// Whether the body of that name is there.
    func holds(_ name: String) -> Bool { body(name) != nil }
}

/// A bitmap whose bytes are all one value.
func bitmap(_ byte: UInt8, width: Int = 8, height: Int = 4) -> Bitmap {
    Bitmap(
        size: PixelSize(width: width, height: height), pixels: [UInt8](repeating: byte, count: width * height * 4))
}

/// The key of a thumbnail of an original.
func key(_ response: CachedResponse, _ side: Int = 8) -> CacheKey {
    key(response.digest, PixelSize(width: side, height: side), .contain)
}

/// The key of a thumbnail of a digest.
func key(_ digest: String, _ box: PixelSize, _ fit: Fit) -> CacheKey {
    guard let key = CacheKey(digest: digest, box: box, fit: fit) else { preconditionFailure("no digest: \(digest)") }
    return key
}
