internal import Storage

/// A file of a published set: its name, and what it holds.
typealias PublishedFile = (name: String, bytes: [UInt8])

/// The files of one published set, held in memory until they are written as one.
struct PublishedSet {
    /// The name of the document that describes the others.
    static let document = "entry.json"
    /// The picture of a widget that is drawn.
    static let drawing = "widget.png"

    /// A file's name, and what makes its bytes.
    struct File {
        /// The name.
        let name: String
        private let make: @Sendable () -> [UInt8]

        fileprivate init(name: String, make: @escaping @Sendable () -> [UInt8]) {
            self.name = name
            self.make = make
        }

        /// The bytes, made anew each time.
        var bytes: [UInt8] { make() }
    }

    /// Every file, in the order of adding.
    private(set) var files: [File] = []

    /// Adds a file.
    mutating func add(_ name: String, _ bytes: [UInt8]) { files.append(File(name: name) { bytes }) }

    /// Adds a file whose bytes are made when they are needed: those of a whole day's pictures are too many to hold.
    mutating func add(_ name: String, making bytes: @escaping @Sendable () -> [UInt8]) {
        files.append(File(name: name, make: bytes))
    }

    /// Names the set by its content: 32 hexadecimal digits of a SHA-256 over names, lengths and bytes.
    ///
    /// `description` is what the document will say apart from paths, which hold the name itself.
    func name(describing description: String) -> String {
        var digest = SHA256()
        for file in files + [File(name: Self.document) { Array(description.utf8) }] {
            let bytes = file.bytes
            digest.update(Array("\(file.name) \(bytes.count)\n".utf8))
            digest.update(bytes)
        }
        return String(SHA256.hexadecimal(digest.finalize()).prefix(32))
    }

    /// Whether a directory holds these files, byte for byte.
    func isWhole(in directory: String) -> Bool {
        files.allSatisfy { file in
            // A file that cannot be read is not whole.
            guard let map = try? MappedFile(path: "\(directory)/\(file.name)") else { return false }
            let bytes = file.bytes
            return map.byteCount == bytes.count
                && map.withBytes(SHA256.hexDigest(of:)) == SHA256.hexDigest(of: bytes)
        }
    }
}
