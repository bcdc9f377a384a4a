internal import PhotoFeed
internal import Raster

extension PublishedSet {
    /// The thumbnail as PNG.
    static let png = "thumbnail.png"
    /// The thumbnail as PAM.
    static let pam = "thumbnail.pam"

    /// The original as received.
    static func original(of format: ImageFormat) -> String { "original.\(format.fileExtension)" }

    /// Adds the pictures of a photo: the thumbnail in both formats, and the original.
    ///
    /// - Source: Thumbnail Managing Standard, "Thumbnail Attributes", for the keys.
    mutating func add(pictures loaded: LoadedPhoto) {
        let original = loaded.original
        let text: [(key: String, value: String)] = [
            ("Thumb::URI", SecretText.hidden(in: Self.uri(of: original.url))),
            ("Thumb::MTime", String(original.modified)),
            ("Thumb::Image::Width", String(original.size.width)),
            ("Thumb::Image::Height", String(original.size.height)),
        ]
        add(Self.png, PNGEncoder.encode(loaded.thumbnail, text: text))
        let thumbnail = loaded.thumbnail
        add(Self.pam) { PAMEncoder.encode(thumbnail) }
        add(Self.original(of: original.format), original.bytes)
    }

    /// The address of an original; a file's is canonical, as file managers write it.
    private static func uri(of url: String) -> String {
        url.hasPrefix("file://") ? FileURI.string(ofFile: String(url.dropFirst("file://".count))) : url
    }
}
