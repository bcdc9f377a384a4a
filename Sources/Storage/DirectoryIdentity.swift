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
                    path = place.directory.path
                }
            } catch {
                let parent = Path.parent(of: path)
                if parent == path { break }
                missing.append(Path.name(of: path))
                path = parent
            }
        }
        // What is not there is no link, so that ".." takes back the name before it; what is left may be there.
        let names = missing.reversed().reduce(into: [String]()) { names, name in
            if name == "..", names.last.map({ $0 != ".." }) == true { names.removeLast() } else { names.append(name) }
        }
        if names.count < missing.count {
            self.init(of: ([path] + names).joined(separator: "/"))
        } else {
            self.init(nearest: nearest, missing: names)
        }
    }

    private init(nearest: FileIdentity?, missing: [String]) {
        self.nearest = nearest
        self.missing = missing
    }
}
