package import Raster

/// Small pictures that tests make themselves.
package enum SamplePicture {
    /// A picture that runs from one corner's colour to the other's.
    package static func gradient(_ size: PixelSize, seed: Int = 0) -> Bitmap {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.area * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                pixels += [
                    UInt8(x * 255 / max(size.width - 1, 1)), UInt8(y * 255 / max(size.height - 1, 1)),
                    UInt8(seed * 37 & 255), 255,
                ]
            }
        }
        return Bitmap(size: size, pixels: pixels)
    }

    /// A JPEG file of a gradient.
    package static func jpeg(_ width: Int, _ height: Int, seed: Int = 0) throws -> [UInt8] {
        try JPEGEncoder.encode(gradient(PixelSize(width: width, height: height), seed: seed))
    }

    /// A PNG file of a gradient.
    package static func png(_ width: Int, _ height: Int, seed: Int = 0) -> [UInt8] {
        PNGEncoder.encode(gradient(PixelSize(width: width, height: height), seed: seed))
    }
}
