/// Why a bitmap cannot be written in a format.
public enum EncodingError: Error, Equatable, Sendable {
    /// A side is longer than the format can say, in pixels.
    case tooLarge(PixelSize, limit: Int)
    /// The codec refused; `reason` is its own word.
    case failed(ImageFormat, reason: String)
}
