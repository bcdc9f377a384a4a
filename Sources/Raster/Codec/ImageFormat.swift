/// The formats that can be decoded.
public enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp

    /// The ending of a file of this format, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The formats that the name of a file or the path of an address promises.
    ///
    /// A name that ends as a photograph's (jpg, jpeg, png) promises one of those two, whichever it says; any other name
    /// promises nothing. So bytes of a stranger reach the decoders of GIF and WebP only under a name that admits them.
    public static func promised(byName name: String) -> Set<ImageFormat> {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        return ["jpg", "jpeg", "png"].contains(ending) && ending.count < name.count
            ? [.jpeg, .png] : Set(allCases)
    }

    /// The media type, as in Content-Type.
    public var mediaType: String { "image/\(rawValue)" }
}
