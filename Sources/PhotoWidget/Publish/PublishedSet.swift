internal import Storage

/// The files of one published set, held in memory until they are written as one.
struct PublishedSet {
    /// The name of the document that describes the others.
    static let document = "entry.json"
    /// The picture of a widget that is drawn.
    static let drawing = "widget.png"

    /// Every file's name and bytes, in the order of adding.
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// Adds a file.
    mutating func add(_ name: String, _ bytes: [UInt8]) { files.append((name, bytes)) }

    /// Names the set by its content: 32 hexadecimal digits of a SHA-256 over names, lengths and bytes.
    ///
    /// `description` is what the document will say apart from paths, which hold the name itself.
    func name(describing description: String) -> String {
        var digest = SHA256()
        for (name, bytes) in files + [(Self.document, Array(description.utf8))] {
            digest.update(Array("\(name) \(bytes.count)\n".utf8))
            digest.update(bytes)
        }
        return String(SHA256.hexadecimal(digest.finalize()).prefix(32))
    }

    /// Whether a directory holds these files, byte for byte.
    func isWhole(in directory: String) -> Bool {
        files.allSatisfy { file in
            // A file that cannot be read is not whole.
            guard let map = try? MappedFile(path: "\(directory)/\(file.name)") else { return false }
            return map.byteCount == file.bytes.count
                && map.withBytes(SHA256.hexDigest(of:)) == SHA256.hexDigest(of: file.bytes)
        }
    }
}
