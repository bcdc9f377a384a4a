/// Writes a bitmap as a PAM file whose pixels can be mapped and used as they are.
public enum PAMEncoder {
    /// Returns the file's bytes: a header padded by a comment to a multiple of 64 bytes, then `bitmap.pixels`.
    ///
    /// - Parameters:
    ///   - bitmap: the picture.
    ///   - comment: what the comment says, one line without line breaks.
    /// - Returns: the file's bytes.
    /// - Source: https://netpbm.sourceforge.net/doc/pam.html
    public static func encode(_ bitmap: Bitmap, comment: String = "") -> [UInt8] {
        var file: [UInt8] = []
        let header = header(of: bitmap.size, comment: comment)
        file.reserveCapacity(header.utf8.count + bitmap.pixels.count)
        file.append(contentsOf: header.utf8)
        file.append(contentsOf: bitmap.pixels)
        return file
    }

    /// The header of a file of that size, its length a multiple of 64 bytes.
    static func header(of size: PixelSize, comment: String = "") -> String {
        let fields = """
            WIDTH \(size.width)
            HEIGHT \(size.height)
            DEPTH 4
            MAXVAL 255
            TUPLTYPE RGB_ALPHA
            ENDHDR

            """
        let start = comment.isEmpty ? "P7\n#" : "P7\n# \(comment)"
        let bare = start.utf8.count + 1 + fields.utf8.count
        let padding = (PAMHeader.alignment - bare % PAMHeader.alignment) % PAMHeader.alignment
        return start + String(repeating: " ", count: padding) + "\n" + fields
    }
}
