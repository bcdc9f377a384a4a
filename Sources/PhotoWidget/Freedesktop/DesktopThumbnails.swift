package import PhotoFeed
package import Raster
package import Storage

/// Thumbnails where file managers look for them: below `$XDG_CACHE_HOME/thumbnails`, by the desktop's standard.
///
/// A thumbnail is named by the MD5 of its file's address, and is right as long as the time in it is the file's. One that is
/// right is left as it is. Where a file cannot be decoded, a mark says so, so that no program tries again in vain; where it
/// cannot be read, nothing is written.
/// - Source: Thumbnail Managing Standard 0.9.0, https://specifications.freedesktop.org/thumbnail-spec/.
package struct DesktopThumbnails: Sendable {
    /// The sizes that the standard names: the longest side, in pixels.
    package enum Size: Int, CaseIterable, Sendable {
        case normal = 128
        case large = 256
        case xLarge = 512
        case xxLarge = 1024

        /// The name of the size's directory.
        var directory: String {
            switch self {
            case .normal: "normal"
            case .large: "large"
            case .xLarge: "x-large"
            case .xxLarge: "xx-large"
            }
        }
    }

    private let root: String
    private let decoder: any PictureDecoder

    /// Finds the directory; makes none.
    ///
    /// Pictures are decoded by `decoder`.
    /// - Throws: ``StorageError/noHome(variable:value:)`` where neither XDG_CACHE_HOME nor HOME is an absolute path.
    package init(
        environment: [String: String], decoder: any PictureDecoder = InProcessDecoder()
    ) throws(StorageError) {
        self.decoder = decoder
        if let path = environment["XDG_CACHE_HOME"], Path.isAbsolute(path) {
            root = "\(path)/thumbnails"
        } else {
            guard let home = environment["HOME"], Path.isAbsolute(home) else {
                throw .noHome(variable: "HOME", value: environment["HOME"])
            }
            root = "\(home)/.cache/thumbnails"
        }
    }

    /// Makes the thumbnails of a file that are missing or old; none of a thumbnail.
    ///
    /// - Parameters:
    ///   - path: the file's path, absolute.
    ///   - sizes: which sizes.
    ///   - limits: what a decoder refuses.
    /// - Returns: the path of each size's thumbnail, written now or right already.
    /// - Throws: `storage` where the file cannot be read or a thumbnail not written, `picture` where it is none.
    package func make(
        of path: String, _ sizes: [Size], limits: DecodingLimits = DecodingLimits()
    ) throws(LoadError) -> [String] {
        let path = FileURI.canonical(path)
        guard !path.hasPrefix(FileURI.canonical(root) + "/") else { return [] }
        let source = try storage { () throws(StorageError) in try DesktopThumbnailSource(path) }
        let fail = "\(root)/fail/\(Self.program)/\(source.name)"
        let targets = sizes.map { "\(root)/\($0.directory)/\(source.name)" }
        let missing = zip(sizes, targets).filter { !source.isMarked(in: $0.1) }
        let bytes = try missing.isEmpty ? [] : storage { () throws(StorageError) in try source.bytes() }
        for (size, target) in missing {
            let thumbnail: Thumbnail
            do throws(DecodingError) {
                thumbnail = try source.thumbnail(of: bytes, size, limits, by: decoder)
            } catch {
                guard error.concernsPicture else { throw .picture(error, url: path) }
                let mark = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 0])
                try write(PNGEncoder.encode(mark, text: source.requiredKeys, keepsAlpha: true), to: fail)
                throw .picture(error, url: path)
            }
            let png = PNGEncoder.encode(thumbnail.bitmap, text: source.keys(of: thumbnail), keepsAlpha: true)
            try write(png, to: target)
        }
        // The file was mended since; a mark that cannot be removed is one of another time, which nobody heeds.
        _ = try? folder(of: fail, creates: false).removeFile(source.name)
        return targets
    }

    private static let program = "photowidget-\(Libraries.programVersion)"

    private func write(_ png: [UInt8], to path: String) throws(LoadError) {
        try storage { () throws(StorageError) in
            try AtomicFile.replace(
                Path.name(of: path), in: try folder(of: path, creates: true), with: png, permissions: 0o600)
        }
    }

    /// Opens the directory of a thumbnail, through links but not those of strangers: file managers share it, and people
    /// move it to other disks.
    private func folder(of path: String, creates: Bool) throws(StorageError) -> OpenDirectory {
        try OpenDirectory(named: Path.parent(of: path), creates: creates)
    }

    private func storage<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(LoadError) -> R {
        do { return try body() } catch { throw .storage(error) }
    }
}
