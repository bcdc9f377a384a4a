extension PNGEncoder {
    /// Writes a picture of a palette: as gray of 1, 2, 4 or 8 bits where the palette is such, else with a palette; then `text` in order.
    ///
    /// - Source: https://www.w3.org/TR/png-3/#11PLTE
    public static func encode(_ picture: IndexedBitmap, text: [(key: String, value: String)] = []) -> [UInt8] {
        let palette = picture.palette
        let depth = palette.grayDepth ?? palette.depth
        var file = PNGChunkWriter()
        file.append(.IHDR) { data in
            data.append(bigEndian: UInt32(picture.size.width))
            data.append(bigEndian: UInt32(picture.size.height))
            data += [UInt8(depth), palette.grayDepth == nil ? 3 : 0, 0, 0, 0]
        }
        file.append(.sRGB) { $0.append(0) }
        if palette.grayDepth == nil {
            file.append(.PLTE) { data in for color in palette.colors { data += [color.red, color.green, color.blue] } }
        }
        for (key, value) in text { file.append(key: key, value: value) }
        // Filters help little where a byte is several pixels, and readers on microcontrollers are glad of none.
        var rows: [UInt8] = []
        for y in 0..<picture.size.height { rows += [0] + picture.packedRow(y, depth: depth) }
        let stream = Deflater(level: 9).zlibStream(of: rows)
        file.append(.IDAT) { $0 += stream }
        file.append(.IEND) { _ in }
        return file.bytes
    }
}
