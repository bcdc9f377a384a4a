import FuzzSupport
import Raster

/// Makes a picture of an input, writes it in every format, and reads it again: PNG and PAM are the same to the bit, JPEG is of
/// the same size and, where the picture is one colour, of that colour; a BMP is as long as its header says.
@main
enum FuzzEncode {
    static func main() {
        runFuzzer { data, count in
            let input = fuzzInput(data, count)
            guard let (bitmap, rest) = FuzzEncode.picture(input) else { return 0 }
            FuzzEncode.checkPNG(bitmap, text: String(decoding: rest.prefix(64), as: UTF8.self))
            FuzzEncode.checkPAM(bitmap)
            FuzzEncode.checkJPEG(bitmap, quality: 1 + Int(input[2]) % 100)
            FuzzEncode.checkIndexed(bitmap, colors: 2 + Int(input[2]) % 255)
            return 0
        }
    }

    /// Two bytes for the sides, one for choices, then pixels; those that are missing repeat the last.
    private static func picture(_ input: [UInt8]) -> (Bitmap, rest: ArraySlice<UInt8>)? {
        guard input.count >= 7 else { return nil }
        let size = PixelSize(width: 1 + Int(input[0]) % 48, height: 1 + Int(input[1]) % 48)
        var pixels = Array(input[3...].prefix(size.area * 4))
        pixels.removeLast(pixels.count % 4)
        while pixels.count < size.area * 4 { pixels += pixels.suffix(4) }
        return (Bitmap(size: size, pixels: pixels), input[3...].dropFirst(size.area * 4))
    }

    private static func decode(_ file: [UInt8]) -> Bitmap? {
        let request = ThumbnailRequest(box: PixelSize(width: 64, height: 64))
        return try? ImageDecoders.thumbnail(of: file.span.bytes, request).bitmap
    }

    private static func checkPNG(_ bitmap: Bitmap, text: String) {
        for keepsAlpha in [false, true] {
            let file = PNGEncoder.encode(bitmap, text: [("Thumb::URI", text)], keepsAlpha: keepsAlpha)
            precondition(decode(file) == bitmap, "a PNG is another picture")
        }
    }

    private static func checkPAM(_ bitmap: Bitmap) {
        precondition(
            (try? PAMDecoder.decode(PAMEncoder.encode(bitmap).span.bytes)) == bitmap, "a PAM is another picture")
    }

    private static func checkJPEG(_ bitmap: Bitmap, quality: Int) {
        guard let file = try? JPEGEncoder.encode(bitmap, quality: quality), let read = decode(file) else {
            preconditionFailure("a JPEG that was written is not read")
        }
        precondition(read.size == bitmap.size, "a JPEG is of another size")
        let first = Array(bitmap.pixels[..<4])
        let isFlat = stride(from: 0, to: bitmap.pixels.count, by: 4).allSatisfy {
            Array(bitmap.pixels[$0..<$0 + 4]) == first
        }
        guard isFlat, first[3] == 255, quality >= 90 else { return }
        for place in read.pixels.indices {
            precondition(abs(Int(read.pixels[place]) - Int(first[place % 4])) <= 8, "a JPEG is of another colour")
        }
    }

    private static func checkIndexed(_ bitmap: Bitmap, colors: Int) {
        let gray = Palette(
            (0..<min(colors, 256)).map { index in
                let level = UInt8(index * 255 / (min(colors, 256) - 1))
                return Palette.Color(red: level, green: level, blue: level)
            })
        let indices = bitmap.pixels.indices.filter { $0 % 4 == 0 }.map {
            UInt8(Int(bitmap.pixels[$0]) % gray.colors.count)
        }
        let picture = IndexedBitmap(size: bitmap.size, palette: gray, indices: indices)
        guard let read = decode(PNGEncoder.encode(picture)) else { preconditionFailure("an indexed PNG is not read") }
        for (index, color) in indices.enumerated() {
            precondition(read.pixels[index * 4] == gray.colors[Int(color)].red, "an indexed PNG is another picture")
        }
        guard let file = try? BMPEncoder.encode(picture) else { preconditionFailure("a BMP is not written") }
        let length = (2..<6).reduce(0) { $0 | Int(file[$1]) << (($1 - 2) * 8) }
        precondition(length == file.count && file[0] == 0x42 && file[1] == 0x4D, "a BMP is not as long as it says")
    }
}
