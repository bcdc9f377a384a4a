import FuzzSupport
import Raster

/// Puts whatever comes into the Exif block of a JPEG and reads its header, which is turned upright.
@main
enum FuzzExif {
    static func main() {
        runFuzzer { data, count in
            let block = fuzzInput(data, min(count, 60_000))
            let length = block.count + 8
            var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
            file += Array("Exif\0\0".utf8) + block
            // A frame of 16 by 8 pixels and the start of a scan: enough for a header.
            file += [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
            let size = try? ImageDecoders.header(of: file.span.bytes).size
            precondition(size == PixelSize(width: 16, height: 8) || size == PixelSize(width: 8, height: 16))
            return 0
        }
    }
}
