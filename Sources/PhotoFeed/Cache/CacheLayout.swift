import FoundationEssentials
import Raster
import Storage

/// Where each file of the disk tier lies, and which names are its own: paths are made of checked digests, never of titles or URLs.
struct CacheLayout: Sendable {
    /// The cache directory, an absolute path.
    let directory: String

    /// The endings of originals.
    static let extensions: Set<String> = ["jpg", "png", "gif", "webp", "json"]
    /// The endings of thumbnails: pixels to map, and a picture for programs that cannot.
    static let thumbnailExtensions: Set = ["pam", "png"]

    /// Where an original's file notes the header fields it came with, for an index made anew.
    static let fieldsAttribute = "user.photowidget.fields"

    /// What is known of each URL.
    var index: String { "\(directory)/index.sqlite" }
    /// Never removed; byte 0 is locked by who makes the index, byte N by who fetches the URL of lease N.
    var lock: String { "\(directory)/index.lock" }
    var objects: String { "\(directory)/objects" }
    var thumbnails: String { "\(directory)/thumbnails" }
    /// Cut downloads, named by the bytes that came; without an ending, so that nobody takes one for a picture.
    var partials: String { "\(directory)/partials" }

    /// A file of the tier: an original, or a thumbnail made of it.
    struct File: Hashable, Sendable {
        /// SHA-256 of the original's bytes.
        var digest: String
        /// Empty for the original, else `WxH-FIT`.
        var variant: String
        /// The name's ending.
        var fileExtension: String

        /// `nil` unless every part is what a file's name may be made of.
        init?(digest: String, variant: String, fileExtension: String) {
            guard CacheLayout.isDigest(digest) else { return nil }
            guard
                variant.isEmpty
                    ? CacheLayout.extensions.contains(fileExtension)
                    : CacheLayout.thumbnailExtensions.contains(fileExtension) && CacheLayout.isVariant(variant)
            else { return nil }
            self.digest = digest
            self.variant = variant
            self.fileExtension = fileExtension
        }

        /// The original of a stored answer; `nil` where the index was tampered with.
        init?(_ response: CachedResponse) {
            self.init(digest: response.digest, variant: "", fileExtension: response.fileExtension)
        }

        /// The thumbnail of a key in a format; `nil` for a key that names no digest or no box.
        init?(_ key: CacheKey, _ fileExtension: String = "pam") {
            self.init(digest: key.digest, variant: "\(key.box)-\(key.fit.rawValue)", fileExtension: fileExtension)
        }

        /// Whether it is an original.
        var isOriginal: Bool { variant.isEmpty }
    }

    /// The directory of a file.
    func directory(of file: File) -> String {
        "\(file.isOriginal ? objects : "\(thumbnails)/\(file.variant)")/\(file.digest.prefix(2))"
    }

    /// The path of a file.
    func path(of file: File) -> String { "\(directory(of: file))/\(file.digest).\(file.fileExtension)" }

    /// The name of a file in its directory.
    func name(of file: File) -> String { "\(file.digest).\(file.fileExtension)" }

    // MARK: Open directories

    /// Opens the cache directory, through links but not those of strangers.
    func open() throws(StorageError) -> OpenDirectory { try OpenDirectory(named: directory, creates: true) }

    /// Opens the directory of cut downloads, which is made where it is missing; a link there is set aside.
    func openPartials() throws(StorageError) -> OpenDirectory { try open(["partials"]) }

    /// Opens the directory of a file, which is made where it is missing; what stands in the way is set aside.
    func openDirectory(of file: File) throws(StorageError) -> OpenDirectory { try open(names(of: file)) }

    private func names(of file: File) -> [String] {
        (file.isOriginal ? ["objects"] : ["thumbnails", file.variant]) + ["\(file.digest.prefix(2))"]
    }

    /// Opens directories, each in the one before, and makes those that are missing.
    ///
    /// Below the cache directory no link is followed: the cache removes files here, and a link that another user
    /// planted would lead to files that are not the cache's.
    private func open(_ names: [String]) throws(StorageError) -> OpenDirectory {
        var here = try open()
        for name in names {
            if let status = try here.status(of: name), status.kind != .directory { try setAside(name, in: here) }
            try here.makeDirectory(name)
            here = try here.directory(name)
        }
        return here
    }

    /// Removes a file of the tier; something else that has its name is set aside, a link is removed.
    func remove(_ file: File) throws(StorageError) {
        var here = try open()
        for name in names(of: file) {
            // What is no directory holds no file of the tier.
            guard try here.status(of: name)?.kind == .directory else { return }
            here = try here.directory(name)
        }
        if try here.status(of: name(of: file))?.kind == .directory {
            try setAside(name(of: file), in: here)
        } else {
            try here.removeFile(name(of: file))
        }
    }

    /// Gives what is not of the tier, or damaged beyond use, another name beside its own.
    func setAside(_ name: String, in directory: borrowing OpenDirectory) throws(StorageError) {
        try directory.rename(name, to: "\(name).aside-\(String(UInt64.random(in: 0 ... .max), radix: 16))")
    }

    /// Calls with each file of the tier that lies in the directories, whatever the index says, and with its status.
    func forEachFile(_ body: (File, FileStatus) throws(StorageError) -> Void) throws(StorageError) {
        try forEachDirectory { (directory, fan, variant) throws(StorageError) in
            for entry in try directory.entries() where entry.kind == .file {
                let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, parts[0].hasPrefix(fan),
                    let file = File(digest: parts[0], variant: variant, fileExtension: parts[1]),
                    let status = try directory.status(of: entry.name)
                else { continue }
                try body(file, status)
            }
        }
    }

    /// Calls with each directory that holds files of the tier, with the two digits that it is named by, and with the
    /// variant of its files; not with what is reached through a link.
    func forEachDirectory(
        _ body: (borrowing OpenDirectory, _ fan: String, _ variant: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        let root = try open()
        if try root.status(of: "objects")?.kind == .directory {
            try forEachFan(in: try root.directory("objects"), variant: "", body)
        }
        guard try root.status(of: "thumbnails")?.kind == .directory else { return }
        let thumbnails = try root.directory("thumbnails")
        for entry in try thumbnails.entries() where entry.kind == .directory && Self.isVariant(entry.name) {
            try forEachFan(in: try thumbnails.directory(entry.name), variant: entry.name, body)
        }
    }

    private func forEachFan(
        in directory: borrowing OpenDirectory, variant: String,
        _ body: (borrowing OpenDirectory, _ fan: String, _ variant: String) throws(StorageError) -> Void
    ) throws(StorageError) {
        for entry in try directory.entries()
        where entry.kind == .directory && entry.name.utf8.count == 2 && entry.name.utf8.allSatisfy(\.isHexDigit) {
            try body(try directory.directory(entry.name), entry.name, variant)
        }
    }

    /// Whether text is 64 lower-case hexadecimal digits.
    static func isDigest(_ text: String) -> Bool { text.utf8.count == 64 && text.utf8.allSatisfy(\.isHexDigit) }

    /// Whether text is `WxH-FIT`.
    static func isVariant(_ text: String) -> Bool { Self.box(ofVariant: text) != nil }

    /// The box and the fit of a thumbnail's directory.
    static func box(ofVariant text: String) -> (box: PixelSize, fit: Fit)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let fit = Fit(rawValue: String(parts[1])) else { return nil }
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ $0 >= 1 }) else { return nil }
        let box = PixelSize(width: sides[0], height: sides[1])
        return "\(box)" == parts[0] ? (box, fit) : nil
    }
}

extension UInt8 {
    /// Whether it is a lower-case hexadecimal digit.
    fileprivate var isHexDigit: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
    }
}
