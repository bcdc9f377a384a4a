internal import FoundationEssentials
internal import Storage

/// A directory of a test's own, removed when the test ends.
package final class ScratchDirectory: Sendable {
    /// Its absolute path.
    package let path: String

    /// Makes it.
    package init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/photowidget-\(UUID().uuidString)"
        try Directory.create(at: path)
    }

    deinit { try? Directory.removeTree(at: path) }

    /// The path of a name in the directory.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and the directories above it.
    package func write(_ bytes: [UInt8], to name: String) throws {
        try Directory.create(at: Path.parent(of: self(name)))
        try AtomicFile.replace(at: self(name), with: bytes)
    }

    /// Every file below the directory, as sorted relative paths.
    package func files(below name: String = "") throws -> [String] {
        let base = name.isEmpty ? path : self(name)
        return try Directory.entries(of: base).flatMap { entry in
            let relative = name.isEmpty ? entry.name : "\(name)/\(entry.name)"
            return entry.kind == .directory ? try files(below: relative) : [relative]
        }.sorted()
    }
}
