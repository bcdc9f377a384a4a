package import Storage

extension Publisher {
    /// What is published, by kind and instance.
    ///
    /// A directory whose name is no kind's or instance's is left out.
    package func published() throws(StorageError) -> [WidgetID] {
        var ids = places.keys.filter { hasCurrent("\(directory(kind: $0.kind, instance: $0.instance))") }
        for kind in try Directory.entries(of: root) where kind.kind == .directory && FileName.isValid(kind.name) {
            for instance in try Directory.entries(of: "\(root)/\(kind.name)")
            where instance.kind == .directory && FileName.isValid(instance.name) {
                let id = WidgetID(kind: kind.name, instance: instance.name)
                if places[id] == nil, hasCurrent(directory(kind: id.kind, instance: id.instance)) { ids.append(id) }
            }
        }
        return ids.sorted { ($0.kind, $0.instance) < ($1.kind, $1.instance) }
    }

    private func hasCurrent(_ directory: String) -> Bool {
        // A link that cannot be read shows nothing.
        ((try? SymbolicLink.target(at: "\(directory)/current")) ?? nil) != nil
    }

    /// The directory of the set that is published now, which stays readable after the next publication; `nil` if
    /// nothing is published.
    package func currentSet(of id: WidgetID) throws(StorageError) -> (name: String, directory: String)? {
        guard FileName.isValid(id.kind), FileName.isValid(id.instance) else { return nil }
        let directory = directory(kind: id.kind, instance: id.instance)
        // The link is a name in its own directory; another one would not be ours.
        guard let name = try SymbolicLink.target(at: "\(directory)/current"), FileName.isValid(name) else { return nil }
        return (name, "\(directory)/\(name)")
    }
}
