internal import Storage

/// The directory of one instance of a widget: sets by name, and the link to the current one.
struct PublicationDirectory {
    /// Its absolute path.
    let path: String

    /// Writes a set and makes it the current one; then removes the oldest sets and what killed runs left.
    ///
    /// The caller holds the instance's lock.
    func publish(_ set: PublishedSet, as name: String) throws(StorageError) {
        try Directory.create(at: path)
        try removeTemporaries()
        if !set.isWhole(in: "\(path)/\(name)") {
            try write(set, as: name)
        }
        try SymbolicLink.replace(at: "\(path)/current", with: name, durability: .published)
        try removeOldSets(current: name)
    }

    private func write(_ set: PublishedSet, as name: String) throws(StorageError) {
        let temporary = AtomicFile.temporaryPath(beside: "\(path)/\(name)")
        do {
            try Directory.create(at: temporary)
            for file in set.files {
                _ = try AtomicFile.create(
                    at: "\(temporary)/\(file.name)", with: file.bytes, durability: .published)
            }
            // A set of this name that is not whole has been damaged from outside.
            try Directory.removeTree(at: "\(path)/\(name)")
            try Directory.rename(temporary, to: "\(path)/\(name)")
        } catch {
            // The first error is the one to tell; what is left here goes with the next run.
            try? Directory.removeTree(at: temporary)
            throw error
        }
        try Directory.synchronize(at: path)
    }

    private func removeTemporaries() throws(StorageError) {
        for entry in try Directory.entries(of: path) where AtomicFile.isTemporary(entry.name) {
            try Directory.removeTree(at: "\(path)/\(entry.name)")
        }
    }

    private func removeOldSets(current: String) throws(StorageError) {
        var sets: [(name: String, modified: Double)] = []
        for entry in try Directory.entries(of: path) where entry.kind == .directory && entry.name != current {
            if let status = try FileStatus.of("\(path)/\(entry.name)") {
                sets.append((entry.name, status.modified))
            }
        }
        sets.sort { $0.modified > $1.modified }
        for set in sets.dropFirst(Publisher.keptSets - 1) {
            try Directory.removeTree(at: "\(path)/\(set.name)")
        }
    }
}
