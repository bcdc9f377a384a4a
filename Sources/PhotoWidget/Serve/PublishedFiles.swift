internal import Storage
internal import Synchronization

/// The files of the sets that are published, opened and digested once for each set.
package final class PublishedFiles: Sendable {
    private struct Folder {
        var set: String
        var files: [String: Representation] = [:]
    }

    private struct State {
        var folders: [WidgetID: Folder] = [:]
        var listing: (sets: [String], representation: Representation)?
        var hits = 0
        var loads = 0
    }

    /// The most instances whose files are kept open.
    private static let maxFolders = 128
    /// The largest file that is kept in memory, in bytes: header and body go out in one call of the system.
    private static let smallFile = 32 << 10

    private let publisher: Publisher
    private let state = Mutex(State())

    /// Shows what a publisher publishes.
    package init(_ publisher: Publisher) { self.publisher = publisher }

    /// How many files were open already when they were asked for, and how many had to be opened.
    var counts: (hits: Int, loads: Int) { state.withLock { ($0.hits, $0.loads) } }

    /// A file of the set that is published now; `nil` where there is none of that name.
    func file(_ name: String, of id: WidgetID) throws(PublishError) -> Representation? {
        guard WebFile.type(of: name) != nil else { return nil }
        // A set may be replaced, and removed after two more, between looking and opening: look again.
        for isLast in [false, true] {
            guard let set = try currentSet(of: id) else { return nil }
            let known = state.withLock { state -> Representation? in
                guard let folder = state.folders[id], folder.set == set.name, let file = folder.files[name] else {
                    return nil
                }
                state.hits += 1
                return file
            }
            if let known { return known }
            do throws(PublishError) {
                let file = try open(name, of: id, in: set)
                keep(file, name, of: id, in: set.name)
                return file
            } catch .storage(let error) where error.isMissing {
                if isLast { return nil }
            }
        }
        return nil
    }

    private func open(
        _ name: String, of id: WidgetID, in set: (name: String, directory: String)
    ) throws(PublishError) -> Representation {
        let type = WebFile.type(of: name) ?? "application/octet-stream"
        guard name == WebFile.entry else {
            do throws(StorageError) {
                let file = try OpenFile(path: "\(set.directory)/\(name)")
                guard file.byteCount <= Self.smallFile else { return try Representation(file, type: type) }
                return Representation(try MappedFile(path: "\(set.directory)/\(name)").copy(), type: type)
            } catch {
                throw .storage(error)
            }
        }
        let widget = WebWidget(id, set: set.name, directory: set.directory)
        guard widget.entryDocument != .null else {
            throw PublishError.damaged(path: WebFile.path(of: name, id: id), reason: "it is missing or no JSON")
        }
        return Representation(Array((widget.entryDocument.pretty + "\n").utf8), type: type)
    }

    private func keep(_ file: Representation, _ name: String, of id: WidgetID, in set: String) {
        state.withLock { state in
            state.loads += 1
            if state.folders[id] == nil, state.folders.count >= Self.maxFolders { state.folders = [:] }
            if state.folders[id]?.set != set { state.folders[id] = Folder(set: set) }
            state.folders[id]?.files[name] = file
        }
    }

    /// The widgets that are published now.
    func widgets() throws(PublishError) -> [WebWidget] {
        let found = try published().map { (id) throws(PublishError) in (id, try currentSet(of: id)) }
        return found.compactMap { id, set in set.map { WebWidget(id, set: $0.name, directory: $0.directory) } }
    }

    private func published() throws(PublishError) -> [WidgetID] {
        do { return try publisher.published() } catch { throw .storage(error) }
    }

    /// What is published now, as the page reads it; made anew when a set has changed.
    func listing() throws(PublishError) -> Representation {
        let sets = try published().map { (id) throws(PublishError) in "\(id)/\(try currentSet(of: id)?.name ?? "")" }
        if let known = state.withLock({ $0.listing }), known.sets == sets { return known.representation }
        let document = JSONText.object([("widgets", .array(try widgets().map(\.json)))])
        let representation = Representation(Array((document.compact + "\n").utf8), type: "application/json")
        state.withLock { $0.listing = (sets, representation) }
        return representation
    }

    /// The set of a widget that is published now.
    package func currentSet(of id: WidgetID) throws(PublishError) -> (name: String, directory: String)? {
        do { return try publisher.currentSet(of: id) } catch { throw .storage(error) }
    }
}
