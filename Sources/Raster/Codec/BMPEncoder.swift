/// Writes a picture of a palette as BMP of version 3, which small displays read without a library.
public enum BMPEncoder {
    /// Writes 1, 4 or 8 bits a pixel, rows from the bottom up, uncompressed: 48,062 bytes for 800 by 480 pixels of 1 bit.
    ///
    /// Two colours are written black first, where one is black, as readers expect that take no notice of the palette.
    ///
    /// - Parameters:
    ///   - picture: the picture.
    ///   - isMarked: whether the header's reserved bytes say who wrote it.
    /// - Returns: the file's bytes.
    /// - Throws: `EncodingError.tooLarge` where a side is over 32767 pixels.
    /// - Source: Microsoft, "BITMAPINFOHEADER structure".
    public static func encode(_ picture: IndexedBitmap, isMarked: Bool = false) throws(EncodingError) -> [UInt8] {
        let size = picture.size
        // The file's length is a 32-bit number.
        guard max(size.width, size.height) <= maximumSide else { throw .tooLarge(size, limit: maximumSide) }
        let picture = picture.darkFirst
        let colors = picture.palette.colors
        // There is no BMP of 2 bits.
        let depth = picture.palette.depth == 2 ? 4 : picture.palette.depth
        let stride = (size.width * depth + 31) / 32 * 4
        let start = 14 + 40 + colors.count * 4
        var file: [UInt8] = [0x42, 0x4D]
        file.append(littleEndian: UInt32(start + stride * size.height))
        file += isMarked ? mark : [0, 0, 0, 0]
        file.append(littleEndian: UInt32(start))
        file.append(littleEndian: 40)
        file.append(littleEndian: UInt32(size.width))
        file.append(littleEndian: UInt32(size.height))
        // One plane, in the lower half; then the depth.
        file.append(littleEndian: 1 | UInt32(depth) << 16)
        file.append(littleEndian: 0)
        file.append(littleEndian: UInt32(stride * size.height))
        // 72 dots an inch.
        file.append(littleEndian: 2835)
        file.append(littleEndian: 2835)
        file.append(littleEndian: UInt32(colors.count))
        file.append(littleEndian: 0)
        for color in colors { file += [color.blue, color.green, color.red, 0] }
        for y in (0..<size.height).reversed() {
            let row = picture.packedRow(y, depth: depth)
            file += row
            file += [UInt8](repeating: 0, count: stride - row.count)
        }
        return file
    }

    /// What the reserved bytes of a marked file are, "PWid".
    public static let mark = Array("PWid".utf8)

    private static let maximumSide = 32_767
}

extension IndexedBitmap {
    /// The picture with the darker of two colours first.
    fileprivate var darkFirst: IndexedBitmap {
        let colors = palette.colors
        func light(_ color: Palette.Color) -> Int { Int(color.red) + Int(color.green) + Int(color.blue) }
        guard colors.count == 2, light(colors[0]) > light(colors[1]) else { return self }
        return IndexedBitmap(size: size, palette: Palette(colors.reversed()), indices: indices.map { 1 - $0 })
    }
}

extension [UInt8] {
    /// Appends the four bytes of a number, the least significant first.
    fileprivate mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
