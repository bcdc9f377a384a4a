/// Which directory or file a path means, also one that is yet to be made: two spellings of one are equal, through links or
/// not.
package struct DirectoryIdentity: Hashable, Sendable {
    /// The nearest that is there.
    private let nearest: FileIdentity?
    /// The names below it that are not there yet.
    private let missing: [String]

    /// Finds out what a path means; what cannot be examined is told apart by its spelling.
    package init(of path: String) {
        var (path, missing, nearest) = (path, [String](), FileIdentity?.none)
        while nearest == nil {
            do throws(StorageError) {
                let place = try NamedPlace(path)
                if let status = place.status {
                    nearest = status.identity
                } else {
                    nearest = try place.directory.status().identity
                    missing.append(place.name)
                }
            } catch {
                let parent = Path.parent(of: path)
                if parent == path { break }
                missing.append(Path.name(of: path))
                path = parent
            }
        }
        self.nearest = nearest
        // What is not there is no link, so that ".." takes back the name before it.
        self.missing = missing.reversed().reduce(into: []) { names, name in
            if name == "..", !names.isEmpty { names.removeLast() } else if name != "." { names.append(name) }
        }
    }
}
