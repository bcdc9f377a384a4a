internal import Glibc
internal import Raster
internal import Storage

/// A file whose thumbnail is made for the desktop: its bytes, its time, and what its thumbnails say of it.
struct DesktopThumbnailSource {
    /// The name of its thumbnails in every directory.
    let name: String
    /// The keys without which a thumbnail is none.
    let requiredKeys: [(key: String, value: String)]

    private let path: String
    private let status: FileStatus

    /// Looks at a file, through links; its time is that of what they lead to.
    init(_ path: String) throws(StorageError) {
        let uri = FileURI.string(ofFile: path)
        self.path = path
        name = MD5.hexDigest(of: Array(uri.utf8)) + ".png"
        guard let status = try FileStatus.following(path) else {
            throw .system(operation: "open", path: path, errno: ENOENT)
        }
        guard status.kind == .file else { throw .notAFile(path: path, isDirectory: status.kind == .directory) }
        self.status = status
        requiredKeys = [("Thumb::URI", uri), (Self.timeKey, String(Int(bounded: status.modified.rounded(.down))))]
    }

    /// Its bytes.
    func bytes() throws(StorageError) -> [UInt8] { try FileBytes(path: path, followsLinks: true).bytes }

    /// Decodes its bytes to a size, strictly: half a picture is no picture of the file.
    func thumbnail(
        of bytes: [UInt8], _ size: DesktopThumbnails.Size, _ limits: DecodingLimits, by decoder: any PictureDecoder
    ) throws(DecodingError) -> Thumbnail {
        var limits = limits
        limits.formats = ImageFormat.promised(byName: path)
        let request = ThumbnailRequest(
            box: PixelSize(width: size.rawValue, height: size.rawValue), limits: limits, strictness: .strict)
        return try decoder.thumbnail(of: bytes, request)
    }

    /// What a thumbnail says of the file.
    func keys(of thumbnail: Thumbnail) -> [(key: String, value: String)] {
        requiredKeys + [
            ("Thumb::Size", String(status.byteCount)), ("Thumb::Mimetype", thumbnail.format.mediaType),
            ("Thumb::Image::Width", String(thumbnail.originalSize.width)),
            ("Thumb::Image::Height", String(thumbnail.originalSize.height)),
            ("Software", "photowidget \(Libraries.programVersion)"),
        ]
    }

    /// Whether a thumbnail is there and is of this file as it is now: the same address, and the very same time.
    ///
    /// A time of another program may have a fraction, as tumbler's have.
    func isMarked(in path: String) -> Bool {
        guard let bytes = try? MappedFile.contents(ofFile: path) else { return false }
        let text = Self.text(inPNG: bytes)
        return requiredKeys.allSatisfy { key, value in
            guard key == Self.timeKey, let time = text[key], time.contains(".") else { return text[key] == value }
            return Double(time).map { abs($0 - status.modified) < 1e-5 } ?? false
        }
    }

    private static let timeKey = "Thumb::MTime"

    /// The tEXt chunks before the pixels of a PNG file; none where it is none.
    private static func text(inPNG bytes: [UInt8]) -> [String: String] {
        var text: [String: String] = [:]
        var rest = bytes.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard kind != "IDAT", length <= rest.count - 12 else { break }
            let parts = rest.dropFirst(8).prefix(length).split(separator: 0, maxSplits: 1)
            if kind == "tEXt", parts.count == 2 {
                text[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
            }
            rest = rest.dropFirst(12 + length)
        }
        return text
    }
}
