/// A picture of a palette's colours.
public struct IndexedBitmap: Equatable, Sendable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// The colours.
    public let palette: Palette
    /// Which colour each pixel has, row-major from the top-left.
    public let indices: [UInt8]

    /// Takes indices as they are.
    ///
    /// - Precondition: there is one for each pixel, and each is that of a colour.
    public init(size: PixelSize, palette: Palette, indices: [UInt8]) {
        precondition(indices.count == size.area && indices.allSatisfy { Int($0) < palette.colors.count })
        self.size = size
        self.palette = palette
        self.indices = indices
    }

    /// The picture in RGBA.
    public var bitmap: Bitmap {
        let pixels = indices.flatMap { index in
            let color = palette.colors[Int(index)]
            return [color.red, color.green, color.blue, 255]
        }
        return Bitmap(size: size, pixels: pixels)
    }

    /// A row's indices, `depth` bits each, the first in the highest bits; padded to whole bytes.
    func packedRow(_ y: Int, depth: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (size.width * depth + 7) / 8)
        for x in 0..<size.width {
            let bit = x * depth
            bytes[bit / 8] |= indices[y * size.width + x] << UInt8(8 - depth - bit % 8)
        }
        return bytes
    }
}
