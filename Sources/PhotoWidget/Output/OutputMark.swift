internal import Raster

/// The mark by which the program knows the pictures that it wrote to a place that a person named: they are replaced when
/// they are made again, and others are not.
///
///     PNG   a tEXt chunk, Software: photowidget
///     JPEG  a comment, photowidget
///     PAM   a comment line, # photowidget
///     BMP   the four reserved bytes of the header, which are the writing program's own
package enum OutputMark {
    /// The word.
    package static let word = "photowidget"
    /// The keys of a PNG.
    package static let text: [(key: String, value: String)] = [("Software", word)]
    /// How many bytes from the start of a file tell, at most.
    static let reach = 64 << 10

    /// Whether the first bytes of a file carry the mark.
    @Sendable package static func isThere(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return isInPNG(bytes) }
        if bytes.starts(with: [0xFF, 0xD8]) { return isInJPEG(bytes) }
        if bytes.starts(with: Array("P7\n".utf8)) { return bytes.dropFirst(3).starts(with: Array("# \(word)".utf8)) }
        if bytes.starts(with: [0x42, 0x4D]) { return bytes.dropFirst(6).starts(with: BMPEncoder.mark) }
        return false
    }

    private static func isInPNG(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let kind = rest.dropFirst(4).prefix(4)
            let data = rest.dropFirst(8).prefix(length)
            if kind.elementsEqual("tEXt".utf8), data.starts(with: Array("Software\0\(word)".utf8)) { return true }
            guard !kind.elementsEqual("IDAT".utf8), length <= rest.count - 12 else { return false }
            rest = rest.dropFirst(12 + length)
        }
        return false
    }

    private static func isInJPEG(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.dropFirst(2)
        while rest.count >= 4, rest.first == 0xFF {
            let kind = rest[rest.startIndex + 1]
            let length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
            if kind == 0xFE, rest.dropFirst(4).prefix(max(0, length - 2)).elementsEqual(word.utf8) { return true }
            // The first frame or scan ends what comments stand before.
            guard kind != 0xDA, kind != 0xC0, length >= 2, length + 2 <= rest.count else { return false }
            rest = rest.dropFirst(2 + length)
        }
        return false
    }
}
