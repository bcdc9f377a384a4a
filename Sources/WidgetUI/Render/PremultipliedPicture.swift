internal import Raster

/// A picture as Cairo wants it: blue, green, red, alpha, premultiplied.
struct PremultipliedPicture {
    /// Width and height in pixels.
    let size: PixelSize
    /// Four bytes a pixel, row-major from the top-left.
    let pixels: [UInt8]

    /// Converts a bitmap.
    init(_ bitmap: Bitmap) {
        size = bitmap.size
        let source = bitmap.pixels.span
        pixels = [UInt8](capacity: source.count) { out in
            for place in stride(from: 0, to: source.count, by: 4) {
                let alpha = UInt32(source[place + 3])
                func covered(_ sample: UInt8) -> UInt8 {
                    alpha == 255 ? sample : UInt8((UInt32(sample) * alpha + 127) / 255)
                }
                out.append(covered(source[place + 2]))
                out.append(covered(source[place + 1]))
                out.append(covered(source[place]))
                out.append(source[place + 3])
            }
        }
    }
}
