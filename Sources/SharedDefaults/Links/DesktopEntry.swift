import Storage

/// The file that makes a desktop hand the links of a scheme to this program.
///
/// - Source: Desktop Entry Specification 1.5 (values, quoting of `Exec`); MIME type `x-scheme-handler/SCHEME`.
public struct DesktopEntry: Equatable, Sendable {
    /// The scheme.
    public let scheme: String
    /// The words of the command that takes a link.
    public let command: [String]
    /// What stands behind the address.
    public let options: [String]

    /// Describes the entry of a scheme.
    public init(scheme: LinkScheme, command: [String], options: [String] = []) {
        self.scheme = scheme.name
        self.command = command
        self.options = options
    }

    /// The file's name.
    public var name: String { "photowidget-\(scheme).desktop" }

    /// The file's text.
    public var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=photowidget (\(scheme))
        Comment=Hands \(scheme) links to their widget
        Exec=\((command.map(Self.quoted) + ["%u"] + options.map(Self.quoted)).joined(separator: " "))
        MimeType=x-scheme-handler/\(scheme);
        NoDisplay=true
        Terminal=false

        """
    }

    /// Writes the file below a data directory.
    ///
    /// - Parameters:
    ///   - directory: the data directory.
    ///   - isForced: whether a file of that name is replaced that this program did not write.
    /// - Returns: the file's path.
    /// - Throws: ``LinkError/foreignEntry(path:)`` where there is such a file.
    public func write(toDataDirectory directory: String, isForced: Bool = false) throws(LinkError) -> String {
        let path = "\(directory)/applications/\(name)"
        let bytes = Array(text.utf8)
        let isForeign = try LinkError.wrapping { () throws(StorageError) in
            let folder = try OpenDirectory(named: Path.parent(of: path), creates: true)
            let status = try folder.status(of: name)
            if !isForced, let status, status.kind != .file || status.byteCount > 0 {
                guard status.kind == .file, try isOwn(folder.contents(of: name, maxBytes: Self.maxBytes) ?? []) else {
                    return true
                }
            }
            try AtomicFile.replace(name, in: folder, with: bytes, durability: .published)
            return false
        }
        if isForeign { throw .foreignEntry(path: path) }
        return path
    }

    /// The longest file that is looked into, in bytes.
    private static let maxBytes = 1 << 20

    /// Whether a file is an entry that this program wrote.
    private func isOwn(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains("Name=photowidget (\(scheme))")
    }

    /// A word of `Exec`: in double quotes where a character is reserved, a backslash before the four that quotes do not
    /// protect and that again before itself, because the whole is a string value; a percent sign twice.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            "/-_.,:=+@".utf8.contains(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        if isPlain, !word.isEmpty { return word }
        var result = "\""
        for character in word.unicodeScalars {
            switch character {
            case "\\": result += "\\\\\\\\"
            case "\"", "`", "$": result += "\\\\\(character)"
            case "%": result += "%%"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}
