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

    private let root: String

    /// Publishes below a state directory.
    public init(stateDirectory: String) { root = "\(stateDirectory)/published" }

    /// The directory of a widget's instance.
    package func directory(kind: String, instance: String) -> String { "\(root)/\(kind)/\(instance)" }

    /// Publishes an entry with its pictures and says what was published.
    ///
    /// The caller holds the instance's lock (``lock(kind:instance:)``).
    /// - Throws: what failed; what was published before is then untouched.
    public func publish(
        _ entry: PhotoEntry, kind: String, instance: String, policy: TimelineReloadPolicy
    ) throws(PublishError) -> PublishedEntry {
        var set = PublishedSet()
        if let loaded = entry.loaded {
            set.add(pictures: loaded)
        }
        let document = PublishedEntry(
            entry, kind: kind, instance: instance, policy: policy, pictures: Self.paths(of: entry, in: ""))
        return try publish(set, document)
    }

    /// Publishes the current pictures again under an entry that says why they are old; `nil` if there are none.
    ///
    /// The caller holds the instance's lock.
    public func publishStale(
        kind: String, instance: String, date: Date, validUntil: Date, policy: TimelineReloadPolicy, reason: String
    ) throws(PublishError) -> PublishedEntry? {
        guard var document = try current(kind: kind, instance: instance), let image = document.image else { return nil }
        var set = PublishedSet()
        for path in [image.png, image.rgba, image.original] {
            guard let bytes = try storage({ () throws(StorageError) in try MappedFile.contents(ofFile: path) }) else {
                return nil
            }
            set.add(Self.fileName(of: path), bytes)
        }
        document.status = .stale
        document.reason = reason
        document.date = date
        document.validUntil = validUntil
        document.policy = policy
        document.image?.move(to: "")
        return try publish(set, document)
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

    /// The path of the thumbnail published now, by the name of its set: it stays readable after the next publication.
    package func currentPicture(kind: String, instance: String) throws(PublishError) -> String? {
        let directory = directory(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in
            guard let name = try SymbolicLink.target(at: "\(directory)/current") else { return nil }
            let path = "\(directory)/\(name)/\(PublishedSet.png)"
            return try FileStatus.of(path) == nil ? nil : path
        }
    }

    /// Takes the lock of an instance; `nil` if another run has it.
    package func lock(kind: String, instance: String) throws(PublishError) -> FileLock? {
        let directory = directory(kind: kind, instance: instance)
        return try storage { () throws(StorageError) in
            try Directory.create(at: directory)
            return try FileLock.attempt(at: "\(directory)/.lock")
        }
    }

    private func publish(_ pictures: PublishedSet, _ document: PublishedEntry) throws(PublishError) -> PublishedEntry {
        let directory = directory(kind: document.kind, instance: document.instance)
        let name = pictures.name(describing: document.json.compact)
        var document = document
        document.image?.move(to: "\(directory)/\(name)/")
        var set = pictures
        set.add(PublishedSet.document, Array((document.json.pretty + "\n").utf8))
        return try storage { () throws(StorageError) in
            try PublicationDirectory(path: directory).publish(set, as: name)
            return document
        }
    }

    private static func paths(of entry: PhotoEntry, in directory: String) -> PicturePaths? {
        entry.loaded.map { loaded in
            PicturePaths(
                png: directory + PublishedSet.png, rgba: directory + PublishedSet.pam,
                original: directory + PublishedSet.original(of: loaded.original.format))
        }
    }

    fileprivate static func fileName(of path: String) -> String {
        Path.name(of: path)
    }

    private func storage<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(PublishError) -> R {
        do { return try body() } catch { throw .storage(error) }
    }
}

extension PublishedEntry.Image {
    /// Moves the paths to a directory, which ends in a slash or is empty.
    fileprivate mutating func move(to directory: String) {
        png = directory + Publisher.fileName(of: png)
        rgba = directory + Publisher.fileName(of: rgba)
        original = directory + Publisher.fileName(of: original)
    }
}
