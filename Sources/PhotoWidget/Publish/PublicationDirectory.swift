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
            try write(set, as: name, in: path, durability: .published)
        }
        try SymbolicLink.replace(at: "\(path)/current", with: name, durability: .published)
        try removeOldSets(current: name)
    }

    /// Puts sets aside that are shown later, in place of those put aside before; returns their names.
    ///
    /// They need not survive a failing power supply: what is missing when its time has come is asked for again.
    func setAside(_ publications: some Sequence<Publication>) throws(StorageError) -> [String] {
        // First, for a disk that is nearly full.
        try Directory.removeTree(at: upcoming)
        var names: [String] = []
        for publication in publications {
            if names.isEmpty { try Directory.create(at: upcoming) }
            let (name, set, _) = publication.named(in: path)
            try write(set, as: name, in: upcoming, durability: .none)
            names.append(name)
        }
        return names
    }

    /// Makes a set that was put aside, or shown before, the current one; false if it is gone.
    ///
    /// The caller holds the instance's lock.
    func show(_ name: String) throws(StorageError) -> Bool {
        let source = "\(upcoming)/\(name)"
        if try FileStatus.of("\(path)/\(name)/\(PublishedSet.document)") == nil {
            guard try FileStatus.of("\(source)/\(PublishedSet.document)") != nil else { return false }
            for file in try Directory.entries(of: source) where file.kind == .file {
                try AtomicFile.synchronize(at: "\(source)/\(file.name)")
            }
            try Directory.synchronize(at: source)
            try Directory.removeTree(at: "\(path)/\(name)")
            try Directory.rename(source, to: "\(path)/\(name)")
            try Directory.synchronize(at: path)
        }
        try SymbolicLink.replace(at: "\(path)/current", with: name, durability: .published)
        try removeOldSets(current: name)
        return true
    }

    private var upcoming: String { "\(path)/.upcoming" }

    private func write(
        _ set: PublishedSet, as name: String, in path: String, durability: AtomicFile.Durability
    ) throws(StorageError) {
        let temporary = AtomicFile.temporaryPath(beside: "\(path)/\(name)")
        do {
            try Directory.create(at: temporary)
            for file in set.files {
                let bytes = file.bytes
                if try share(bytes, named: file.name, in: temporary) { continue }
                _ = try AtomicFile.create(at: "\(temporary)/\(file.name)", with: bytes, durability: durability)
            }
            // A set of this name that is not whole has been damaged from outside.
            try Directory.removeTree(at: "\(path)/\(name)")
            try Directory.rename(temporary, to: "\(path)/\(name)")
        } catch {
            // The first error is the one to tell; what is left here goes with the next run.
            try? Directory.removeTree(at: temporary)
            throw error
        }
        if durability == .published { try Directory.synchronize(at: path) }
    }

    /// Gives a file of the current set, where it is the same, a name in another set too; false if it is not.
    ///
    /// An unchanged picture so keeps its file, and whoever looks at its date or number sees that nothing is new.
    private func share(_ bytes: [UInt8], named name: String, in directory: String) throws(StorageError) -> Bool {
        let current = "\(path)/current/\(name)"
        // What cannot be read is not the same.
        guard name != PublishedSet.document, let map = try? MappedFile(path: current), map.byteCount == bytes.count,
            map.withBytes(SHA256.hexDigest(of:)) == SHA256.hexDigest(of: bytes)
        else { return false }
        return try Directory.link(current, to: "\(directory)/\(name)")
    }

    private func removeTemporaries() throws(StorageError) {
        for entry in try Directory.entries(of: path) where AtomicFile.isTemporary(entry.name) {
            try Directory.removeTree(at: "\(path)/\(entry.name)")
        }
    }

    private func removeOldSets(current: String) throws(StorageError) {
        var sets: [(name: String, modified: Double)] = []
        for entry in try Directory.entries(of: path)
        where entry.kind == .directory && entry.name != current
            && !entry.name.hasPrefix(".")
        {
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
