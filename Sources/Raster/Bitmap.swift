/// A picture in memory: 8-bit sRGB RGBA with straight alpha, row-major from the top-left, without row padding.
public struct Bitmap: Equatable, Sendable {
    /// Width and height in pixels, both at least 1.
    public let size: PixelSize
    /// The samples: four bytes a pixel (red, green, blue, alpha), `size.area * 4` bytes in all.
    public let pixels: [UInt8]

    /// Takes samples as they are.
    ///
    /// - Precondition: the sides are at least 1 and `pixels` holds four bytes for each pixel.
    public init(size: PixelSize, pixels: [UInt8]) {
        precondition(size.width >= 1 && size.height >= 1, "a bitmap has at least one pixel")
        precondition(
            pixels.count == size.area * 4, "a bitmap of \(size) has \(size.area * 4) bytes, not \(pixels.count)")
        self.size = size
        self.pixels = pixels
    }

    /// Memory taken by the samples, in bytes: the cost of a bitmap in the memory tier.
    public var byteCount: Int { pixels.count }
}
