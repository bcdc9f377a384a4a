/// The formats that can be decoded.
public enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, gif, webp

    /// The ending of a file of this format, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The media type, as in Content-Type.
    public var mediaType: String { "image/\(rawValue)" }
}
