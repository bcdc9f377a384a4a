public import FoundationEssentials
internal import Raster
internal import Storage
public import WidgetTimeline

/// Publishes entries as files that other programs read (contract §3).
///
///     STATE/published/KIND/INSTANCE/current -> HASH/     a symbolic link, replaced by rename(2)
///     STATE/published/KIND/INSTANCE/HASH/                entry.json, thumbnail.png, thumbnail.pam, original.jpg
///     STATE/published/KIND/INSTANCE/.lock                held by the one run that publishes here
///
/// A set is written into `.tmp.…` and synchronised, gets its name by a rename, and then the link is swapped. A kill
/// before the rename leaves a temporary directory, which the next run removes; a kill before the swap leaves a whole
/// set that nobody sees. Sets are never written to again, and the last three are kept for slow readers.
public struct Publisher: Sendable {
    /// How many sets are kept, the current one included.
    static let keptSets = 3

    /// The directory of those instances that have none of their own.
    let root: String
    private let stateDirectory: String
    /// The directories of instances that are published elsewhere.
    let places: [WidgetID: String]

    /// Publishes below a state directory.
    public init(stateDirectory: String) { self.init(stateDirectory: stateDirectory, places: [:]) }

    /// Publishes below a state directory, and some instances in directories of their own.
    package init(stateDirectory: String, places: [WidgetID: String]) {
        self.stateDirectory = stateDirectory
        root = "\(stateDirectory)/published"
        self.places = places
    }

    /// The directory of a widget's instance.
    package func directory(kind: String, instance: String) -> String {
        places[WidgetID(kind: kind, instance: instance)] ?? "\(root)/\(kind)/\(instance)"
    }

    /// Publishes an entry with its pictures and says what was published.
    ///
    /// The caller holds the instance's lock (`lock(kind:instance:)`).
    /// - Throws: what failed; what was published before is then untouched.
    public func publish(
        _ entry: PhotoEntry, kind: String, instance: String, policy: TimelineReloadPolicy
    ) throws(PublishError) -> PublishedEntry {
        var publication = Publication(
            PublishedEntry(entry, kind: kind, instance: instance, policy: policy, pictures: nil))
        publication.add(entry)
        return try publish(publication).entry
    }

    /// Publishes an entry and the files beside it, and puts those aside that are shown later.
    ///
    /// The caller holds the instance's lock.
    /// - Returns: The entry, and the names of all sets, the published one's first.
    package func publish(
        _ publication: Publication, then upcoming: some Sequence<Publication> = []
    ) throws(PublishError) -> (entry: PublishedEntry, names: [String]) {
        let directory = try open(kind: publication.document.kind, instance: publication.document.instance)
        let (name, set, document) = publication.named(in: directory.path)
        let others = try storage { () throws(StorageError) in
            try directory.publish(set, as: name)
            return try directory.setAside(upcoming)
        }
        return (document, [name] + others)
    }

    /// Puts sets aside that are shown later, and leaves what is published; returns their names.
    ///
    /// The caller holds the instance's lock.
    package func setAside(
        _ upcoming: some Sequence<Publication>, kind: String, instance: String
    ) throws(PublishError) -> [String] {
        let directory = try open(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in try directory.setAside(upcoming) }
    }

    /// Makes a set that was put aside the current one; `nil` if it is gone.
    ///
    /// The caller holds the instance's lock.
    package func show(_ name: String, kind: String, instance: String) throws(PublishError) -> PublishedEntry? {
        let directory = try open(kind: kind, instance: instance)
        guard try storage({ () throws(StorageError) in try directory.show(name) }) else { return nil }
        return try current(kind: kind, instance: instance)
    }

    // MARK: Places

    /// Opens the directory of an instance, and makes it where it is missing.
    ///
    /// Links lead to the directory that a person named; below it, none is followed.
    /// - Throws: `foreignDirectory` for one that holds something else and nothing published, `foreignFile` where something
    ///   else has the name of the link.
    private func open(kind: String, instance: String) throws(PublishError) -> PublicationDirectory {
        for name in [kind, instance] where !FileName.isValid(name) { throw .badName(name) }
        let path = directory(kind: kind, instance: instance)
        let opened: OpenDirectory
        do {
            if places[WidgetID(kind: kind, instance: instance)] != nil {
                opened = try OpenDirectory(named: path, creates: true)
            } else {
                opened = try OpenDirectory(named: stateDirectory, creates: true)
                    .trustedDirectory(
                        ["published", kind, instance], creates: true, permissions: OpenDirectory.readable)
            }
        } catch { throw .storage(error) }
        let found: (names: [String], hasSets: Bool)
        do { found = try PublishedNames.foreign(in: opened) } catch { throw .storage(error) }
        if !found.hasSets, let name = found.names.first { throw .foreignDirectory(path: path, found: name) }
        if found.names.contains(PublishedNames.current) {
            throw .foreignFile(path: "\(path)/\(PublishedNames.current)")
        }
        return PublicationDirectory(opened, path: path)
    }

    /// What lies beside the sets of an instance and was not made by the program, by name; it is left alone.
    package func foreignNames(kind: String, instance: String) throws(PublishError) -> [String] {
        let path = directory(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in
            guard Directory.isDirectory(path) else { return [] }
            return try PublishedNames.foreign(in: try OpenDirectory(named: path, creates: false)).names
        }
    }

    /// Checks that a directory that a person named may be published in, without making or changing anything.
    package static func check(directory path: String) throws(PublishError) {
        let found: (names: [String], hasSets: Bool)
        do throws(StorageError) {
            found = try PublishedNames.foreign(in: try OpenDirectory(named: path, creates: false))
        } catch let error where error.isMissing {
            return
        } catch {
            throw .storage(error)
        }
        if !found.hasSets, let name = found.names.first { throw .foreignDirectory(path: path, found: name) }
        if found.names.contains(PublishedNames.current) {
            throw .foreignFile(path: "\(path)/\(PublishedNames.current)")
        }
    }

    /// Publishes what is current again under an entry that says why it is old; `nil` if nothing good is there.
    ///
    /// The caller holds the instance's lock.
    ///
    /// - Parameters:
    ///   - kind: The widget's kind.
    ///   - instance: Which one of its kind.
    ///   - date: Now.
    ///   - validUntil: When the next try is due; `nil` if none is.
    ///   - policy: When the provider is to be asked again.
    ///   - reason: Why nothing newer is shown.
    ///   - goodSince: When what is shown was known to be good; `nil` is the date of the entry that was.
    /// - Returns: The entry as published.
    /// - Throws: what failed; what was published before is then untouched.
    public func publishStale(
        kind: String, instance: String, date: Date, validUntil: Date?, policy: TimelineReloadPolicy, reason: String,
        goodSince: Date? = nil
    ) throws(PublishError) -> PublishedEntry? {
        try publishStale(
            kind: kind, instance: instance, date: date, validUntil: validUntil, policy: policy, reason: reason,
            goodSince: goodSince
        ) { files, _ in files }
    }

    /// The same, with the files as `aging` makes them of those that were good, given their age in seconds.
    func publishStale(
        kind: String, instance: String, date: Date, validUntil: Date?, policy: TimelineReloadPolicy, reason: String,
        goodSince: Date?, aging: (_ files: [PublishedFile], _ age: TimeInterval) -> [PublishedFile]
    ) throws(PublishError) -> PublishedEntry? {
        guard var document = try current(kind: kind, instance: instance), document.status != .placeholder else {
            return nil
        }
        var files: [PublishedFile] = []
        for path in try picturePaths(of: document) {
            guard let bytes = try storage({ () throws(StorageError) in try MappedFile.contents(ofFile: path) }) else {
                return nil
            }
            files.append((Path.name(of: path), bytes))
        }
        let goodSince = goodSince ?? document.goodSince ?? document.date
        var set = PublishedSet()
        for file in aging(files, max(0, date.timeIntervalSince(goodSince))) { set.add(file.name, file.bytes) }
        document.status = .stale
        document.goodSince = goodSince
        document.reason = reason
        document.date = date
        document.validUntil = validUntil
        document.policy = policy
        document.image?.move(to: "")
        return try publish(Publication(document, files: set)).entry
    }

    /// What is published now; `nil` if nothing is.
    public func current(kind: String, instance: String) throws(PublishError) -> PublishedEntry? {
        guard let bytes = try currentDocument(kind: kind, instance: instance) else { return nil }
        do {
            return try PublishedEntry.reading(bytes)
        } catch {
            throw .damaged(path: "\(directory(kind: kind, instance: instance))/current", reason: "\(error)")
        }
    }

    /// The document published now, as it is; `nil` if nothing is.
    package func currentDocument(kind: String, instance: String) throws(PublishError) -> [UInt8]? {
        let path = "\(directory(kind: kind, instance: instance))/current/\(PublishedSet.document)"
        return try storage { () throws(StorageError) in try MappedFile.contents(ofFile: path) }
    }

    /// The path of the picture published now, by the name of its set: it stays readable after the next publication.
    ///
    /// Where the set has no picture, its document stands in.
    package func currentPicture(kind: String, instance: String) throws(PublishError) -> String? {
        let directory = directory(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in
            guard let name = try SymbolicLink.target(at: "\(directory)/current") else { return nil }
            for file in [PublishedSet.png, PublishedSet.drawing, PublishedSet.document] {
                let path = "\(directory)/\(name)/\(file)"
                if try FileStatus.of(path) != nil { return path }
            }
            return nil
        }
    }

    /// Takes the lock of an instance; `nil` if another run has it.
    package func lock(kind: String, instance: String) throws(PublishError) -> FileLock? {
        let directory = try open(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in
            try FileLock.attempt(PublishedNames.lock, in: directory.directory)
        }
    }

    /// The files beside the document that is current, which are the same under another date.
    private func picturePaths(of document: PublishedEntry) throws(PublishError) -> [String] {
        let current = "\(directory(kind: document.kind, instance: document.instance))/current"
        return try storage { () throws(StorageError) in
            try Directory.entries(of: current).filter { $0.kind == .file && $0.name != PublishedSet.document }
                .map { "\(current)/\($0.name)" }.sorted()
        }
    }

    /// Runs what the disk may refuse.
    func storage<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(PublishError) -> R {
        do { return try body() } catch { throw .storage(error) }
    }
}
