internal import FoundationEssentials
internal import Storage

/// What lies in a directory in which is published: which names are the program's own, and what is not.
enum PublishedNames {
    /// The link to the set that is shown.
    static let current = "current"
    /// The sets that are shown later.
    static let upcoming = ".upcoming"
    /// The file that the one run holds that publishes.
    static let lock = ".lock"

    /// Whether a name is of the form that sets have: 32 lower-case hexadecimal digits.
    static func isSet(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// A name for what stood where a set has to go.
    static func aside(_ name: String) -> String { "\(name).aside-\(String(UInt64.random(in: 0 ... .max), radix: 16))" }

    /// The longest document that is read, in bytes.
    private static let maxDocumentBytes = 4 << 20

    /// Whether a directory of a set's name holds a document of our schema, in whatever version.
    static func hasDocument(_ name: String, in directory: borrowing OpenDirectory) throws(StorageError) -> Bool {
        struct Document: Decodable { var schema: String }
        guard let set = try? directory.directory(name),
            let bytes = try? set.contents(of: PublishedSet.document, maxBytes: maxDocumentBytes),
            let document = try? JSONDecoder().decode(Document.self, from: Data(bytes))
        else { return false }
        return document.schema.hasPrefix("photowidget.entry/")
    }

    /// What the program did not make in a directory, by name; `nil` where nothing of its own lies there, and so nothing
    /// says that it may publish there.
    static func foreign(in directory: borrowing OpenDirectory) throws(StorageError) -> (names: [String], hasSets: Bool)
    {
        var foreign: [String] = []
        // The link says so too: a set whose document was damaged does not stop the next one.
        var hasSets = try directory.target(of: current).map(isSet) ?? false
        for entry in try directory.entries() {
            if isSet(entry.name), entry.kind == .directory, try hasDocument(entry.name, in: directory) {
                hasSets = true
            } else if try !isOwn(entry, in: directory) {
                foreign.append(entry.name)
            }
        }
        return (foreign.sorted(), hasSets)
    }

    private static func isOwn(
        _ entry: Directory.Entry, in directory: borrowing OpenDirectory
    ) throws(StorageError) -> Bool {
        switch entry.name {
        case lock: return entry.kind == .file
        case upcoming: return entry.kind == .directory
        case current: return try directory.target(of: current).map(isSet) ?? false
        default:
            let parts = entry.name.split(separator: ".", maxSplits: 1)
            return AtomicFile.isTemporary(entry.name)
                || parts.count == 2 && isSet(String(parts[0])) && parts[1].hasPrefix("aside-")
        }
    }
}
