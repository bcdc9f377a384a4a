/// What is published for one entry: the document, and the files beside it.
package struct Publication {
    /// The document; paths in it are names of files.
    package private(set) var document: PublishedEntry
    private var files: PublishedSet

    /// Begins with a document, and the files that there are.
    init(_ document: PublishedEntry, files: PublishedSet = PublishedSet()) {
        self.document = document
        self.files = files
    }

    /// Adds what a photo's entry shows: its description, and its pictures.
    mutating func add(_ entry: PhotoEntry) {
        let pictures = entry.loaded.map { loaded in
            PicturePaths(
                png: PublishedSet.png, rgba: PublishedSet.pam,
                original: PublishedSet.original(of: loaded.original.format))
        }
        document.describe(entry, pictures: pictures)
        if let loaded = entry.loaded { files.add(pictures: loaded) }
    }

    /// Adds files as they are.
    mutating func add(_ files: [PublishedFile]) {
        for file in files { self.files.add(file.name, file.bytes) }
    }

    /// The set under the name that its content gives it, and the document with the paths that it has there.
    func named(in directory: String) -> (name: String, set: PublishedSet, document: PublishedEntry) {
        let name = files.name(describing: document.json.compact)
        var document = document
        document.image?.move(to: "\(directory)/\(name)/")
        var set = files
        set.add(PublishedSet.document, Array((document.json.pretty + "\n").utf8))
        return (name, set, document)
    }
}
