import FoundationEssentials
import Storage

/// The commands that this user has registered for schemes: a file of the user's own (0600), never the shared store, where every
/// member of its unix group could write a command for the others.
struct LinkHandlerFile: Sendable {
    /// One scheme of one state directory.
    struct Entry: Codable, Equatable, Sendable {
        /// The state directory whose links the command takes.
        var stateDirectory: String
        /// The scheme, in lower case.
        var scheme: String
        /// The hosts that it leads to; empty for all.
        var hosts: [String]
        /// The words of the command; empty for none.
        var command: [String]

        /// Describes what is known of a scheme.
        init(_ scheme: LinkScheme, stateDirectory: String) {
            self.stateDirectory = stateDirectory
            self.scheme = scheme.name
            (hosts, command) = (scheme.hosts, scheme.handler)
        }

        /// What is known of the scheme.
        var value: LinkScheme { LinkScheme(stored: scheme, hosts: hosts, handler: command) }
    }

    /// What the file holds, or why it is ignored.
    struct Contents: Equatable, Sendable {
        var entries: [Entry] = []
        var fault: TrustedFile.Fault?
    }

    private struct Document: Codable {
        var schema: String
        var handlers: [Entry]
    }

    private static let schema = "photowidget.link-handlers/1"
    private static let maxBytes = 4 << 20
    private static let patience = Duration.seconds(5)

    /// Its absolute path.
    let path: String

    /// Reads it; a file that another user may have written is ignored.
    func contents() throws(StorageError) -> Contents {
        switch try TrustedFile.read(path, maxBytes: Self.maxBytes) {
        case .missing: return Contents()
        case .untrusted(let fault): return Contents(fault: fault)
        case .bytes(let bytes):
            guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
                return Contents(fault: TrustedFile.Fault(path: path, reason: "is no list of commands (JSON)"))
            }
            guard document.schema == Self.schema else {
                return Contents(
                    fault: TrustedFile.Fault(
                        path: path, reason: "has the schema \(document.schema); this program knows \(Self.schema)"))
            }
            return Contents(entries: document.handlers)
        }
    }

    /// Writes it anew.
    ///
    /// - Returns: why another user could change it there, in which case nothing was written.
    func replace(_ entries: [Entry]) throws(StorageError) -> TrustedFile.Fault? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Document(schema: Self.schema, handlers: entries)) else {
            return TrustedFile.Fault(path: path, reason: "cannot hold these words: they are no text")
        }
        return try TrustedFile.replace(path, with: Array(data) + [UInt8(ascii: "\n")])
    }

    /// Puts one scheme in place of what was known of it, while no other process does the same.
    ///
    /// - Returns: why another user could change it there, in which case nothing was written.
    func register(_ entry: Entry) throws(StorageError) -> TrustedFile.Fault? {
        let directory = Path.parent(of: path)
        try Directory.create(at: directory)
        if let fault = try TrustedFile.fault(ofDirectory: directory) { return fault }
        let lock = try OpenDirectory(path: directory).lock(until: .now + Self.patience)
        defer { extendLifetime(lock) }
        let known = try contents()
        if let fault = known.fault { return fault }
        let others = known.entries.filter {
            $0.scheme != entry.scheme || !$0.stateDirectory.utf8.elementsEqual(entry.stateDirectory.utf8)
        }
        return try replace(others + [entry])
    }
}
