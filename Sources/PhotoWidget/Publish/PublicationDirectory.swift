internal import Storage

/// The directory of one instance of a widget: sets by name, and the link to the current one.
///
/// It is held open, and everything in it is reached through the descriptor: a link that somebody plants is not followed.
/// Nothing is removed or replaced but what ``PublishedNames`` tells to be the program's own.
struct PublicationDirectory: ~Copyable {
    /// Its absolute path, as entries name it.
    let path: String
    let directory: OpenDirectory

    /// Takes a directory that is open.
    init(_ directory: consuming OpenDirectory, path: String) {
        self.directory = directory
        self.path = path
    }

    // MARK: Publishing

    /// Writes a set and makes it the current one; then removes the oldest sets and what killed runs left.
    ///
    /// The caller holds the instance's lock.
    func publish(_ set: PublishedSet, as name: String) throws(StorageError) {
        try removeTemporaries(in: directory)
        if try directory.status(of: name)?.kind != .directory || !set.isWhole(in: "\(path)/\(name)") {
            try write(set, as: name, in: directory, durability: .published)
        }
        try directory.replaceLink(PublishedNames.current, with: name, durability: .published)
        try removeOldSets(current: name)
    }

    /// Puts sets aside that are shown later, in place of those put aside before; returns their names.
    ///
    /// They need not survive a failing power supply: what is missing when its time has come is asked for again.
    func setAside(_ publications: some Sequence<Publication>) throws(StorageError) -> [String] {
        // First, for a disk that is nearly full.
        try removeUpcoming()
        var names: [String] = []
        for publication in publications {
            let upcoming = try directory.trustedDirectory(PublishedNames.upcoming, creates: true)
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
        if try !hasDocument(name, in: directory) {
            guard try directory.status(of: PublishedNames.upcoming) != nil else { return false }
            let upcoming = try directory.trustedDirectory(PublishedNames.upcoming, creates: false)
            guard try hasDocument(name, in: upcoming) else { return false }
            let set = try upcoming.directory(name)
            for file in try set.entries() where file.kind == .file {
                try AtomicFile.synchronize(file.name, in: set)
            }
            try set.synchronize()
            try clear(name, in: directory)
            try upcoming.rename(name, to: name, in: directory)
            try directory.synchronize()
        }
        try directory.replaceLink(PublishedNames.current, with: name, durability: .published)
        try removeOldSets(current: name)
        return true
    }

    private func hasDocument(_ name: String, in parent: borrowing OpenDirectory) throws(StorageError) -> Bool {
        guard PublishedNames.isSet(name), try parent.status(of: name)?.kind == .directory else { return false }
        return try parent.directory(name).status(of: PublishedSet.document) != nil
    }

    private func write(
        _ set: PublishedSet, as name: String, in parent: borrowing OpenDirectory, durability: AtomicFile.Durability
    ) throws(StorageError) {
        let temporary = AtomicFile.temporaryName()
        do {
            try parent.makeDirectory(temporary, permissions: OpenDirectory.readable)
            let folder = try parent.directory(temporary)
            for file in set.files {
                let bytes = file.bytes
                if try share(bytes, named: file.name, with: folder) { continue }
                _ = try AtomicFile.create(file.name, in: folder, with: bytes, durability: durability)
            }
            // A set of this name that is not whole has been damaged from outside.
            try clear(name, in: parent)
            try parent.rename(temporary, to: name)
        } catch {
            // The first error is the one to tell; what is left here goes with the next run.
            _ = try? removeFolder(temporary, in: parent)
            throw error
        }
        if durability == .published { try parent.synchronize() }
    }

    /// Gives a file of the current set, where it is the same, a name in another set too; false if it is not.
    ///
    /// An unchanged picture so keeps its file, and whoever looks at its date or number sees that nothing is new.
    private func share(
        _ bytes: [UInt8], named name: String, with folder: borrowing OpenDirectory
    ) throws(StorageError) -> Bool {
        guard name != PublishedSet.document, let current = try directory.target(of: PublishedNames.current),
            PublishedNames.isSet(current), let set = try? directory.directory(current),
            try set.status(of: name)?.isOwn == true
        else { return false }
        // What cannot be read is not the same.
        guard let map = try? MappedFile(path: "\(path)/\(current)/\(name)"), map.byteCount == bytes.count,
            map.withBytes(SHA256.hexDigest(of:)) == SHA256.hexDigest(of: bytes)
        else { return false }
        return try set.link(name, to: name, in: folder)
    }

    // MARK: Removing

    /// Removes the sets that are too old; what is not a set of this user stays.
    private func removeOldSets(current: String) throws(StorageError) {
        var sets: [(name: String, modified: Double)] = []
        for entry in try directory.entries() where entry.kind == .directory && entry.name != current {
            guard PublishedNames.isSet(entry.name), let status = try directory.status(of: entry.name), status.isOwn
            else { continue }
            sets.append((entry.name, status.modified))
        }
        sets.sort { $0.modified > $1.modified }
        for set in sets.dropFirst(Publisher.keptSets - 1) {
            try removeSet(set.name, in: directory)
        }
    }

    private func removeUpcoming() throws(StorageError) {
        guard try directory.status(of: PublishedNames.upcoming)?.kind == .directory else { return }
        let upcoming = try directory.trustedDirectory(PublishedNames.upcoming, creates: false)
        for entry in try upcoming.entries() where PublishedNames.isSet(entry.name) {
            // Written without waiting for the disk, a document may be empty after the power failed.
            try removeFolder(entry.name, in: upcoming)
        }
        try removeTemporaries(in: upcoming)
        try directory.removeEmptyDirectory(PublishedNames.upcoming)
    }

    private func removeTemporaries(in parent: borrowing OpenDirectory) throws(StorageError) {
        for entry in try parent.entries() where AtomicFile.isTemporary(entry.name) {
            guard try parent.status(of: entry.name)?.isOwn == true else { continue }
            if entry.kind == .directory {
                try removeFolder(entry.name, in: parent)
            } else {
                try parent.removeFile(entry.name)
            }
        }
    }

    /// Makes room for a name: removes a set of the program's, and gives anything else another name beside its own.
    private func clear(_ name: String, in parent: borrowing OpenDirectory) throws(StorageError) {
        guard try parent.status(of: name) != nil, try !removeSet(name, in: parent) else { return }
        try parent.rename(name, to: PublishedNames.aside(name))
    }

    /// Removes a set: a directory of this user's, with a name of our form and a document of our schema; false for all else.
    @discardableResult
    private func removeSet(_ name: String, in parent: borrowing OpenDirectory) throws(StorageError) -> Bool {
        guard PublishedNames.isSet(name), try parent.status(of: name)?.kind == .directory,
            try PublishedNames.hasDocument(name, in: parent)
        else { return false }
        return try removeFolder(name, in: parent)
    }

    /// Removes a directory of this user's that holds nothing but files; false for all else, which stays as it is.
    @discardableResult
    private func removeFolder(_ name: String, in parent: borrowing OpenDirectory) throws(StorageError) -> Bool {
        guard try parent.status(of: name)?.kind == .directory else { return false }
        let folder = try parent.directory(name)
        let entries = try folder.entries()
        guard try folder.status().isOwn, entries.allSatisfy({ $0.kind == .file }) else { return false }
        for entry in entries { try folder.removeFile(entry.name) }
        return try parent.removeEmptyDirectory(name)
    }
}
