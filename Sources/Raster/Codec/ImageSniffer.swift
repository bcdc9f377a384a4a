/// What the first bytes of a file say it is.
public enum ImageSniffer {
    /// What was found.
    public enum Finding: Equatable, Sendable {
        /// A picture of a format that is decoded.
        case format(ImageFormat)
        /// A picture of a format that is not decoded, by its usual name ("HEIC").
        case unsupported(String)
        /// No picture; what the bytes look like ("HTML", "JSON", "00 01 02 03").
        case notAPicture(found: String)
    }

    /// The most bytes that are looked at; more never change the finding.
    public static let prefixLength = 1024

    /// Names what begins with these bytes.
    ///
    /// - Source: WHATWG MIME Sniffing, 6.1 (image type patterns), and the formats' own specifications.
    public static func sniff(_ bytes: RawSpan) -> Finding {
        var head: [UInt8] = []
        head.reserveCapacity(min(bytes.byteCount, prefixLength))
        for offset in 0..<min(bytes.byteCount, prefixLength) {
            unsafe head.append(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self))
        }
        return sniff(head)
    }

    private static func sniff(_ head: [UInt8]) -> Finding {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .format(.jpeg) }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .format(.png) }
        if head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8)) { return .format(.gif) }
        if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return .format(.webp)
        }
        for (prefix, name) in otherPictures where head.starts(with: prefix) { return .unsupported(name) }
        if head.dropFirst(4).starts(with: Array("ftyp".utf8)) { return brand(of: head) }
        return text(head)
    }

    private static let otherPictures: [([UInt8], String)] = [
        (Array("II*\0".utf8), "TIFF"), (Array("MM\0*".utf8), "TIFF"), (Array("II+\0".utf8), "TIFF"),
        (Array("MM\0+".utf8), "TIFF"), (Array("BM".utf8), "BMP"), (Array("8BPS".utf8), "Photoshop"),
        ([0xFF, 0x0A], "JPEG XL"), ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
        ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000"), ([0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000"),
        ([0, 0, 1, 0], "ICO"), (Array("qoif".utf8), "QOI"),
    ]

    /// Pictures in ISO base media files, told apart by their major and compatible brands.
    ///
    /// - Source: ISO/IEC 23008-12, 10.2; AV1 Image File Format, 6.
    private static func brand(of head: [UInt8]) -> Finding {
        let declared = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(max(declared, 16), head.count)
        let major = head[8..<min(12, head.count)]
        let compatible = stride(from: 16, to: end - 3, by: 4).map { head[$0..<$0 + 4] }
        let brands = ([major] + compatible).map { String(decoding: $0, as: UTF8.self) }
        if brands.contains(where: ["avif", "avis"].contains) { return .unsupported("AVIF") }
        if brands.contains(where: ["heic", "heix", "hevc", "hevx", "heim", "heis"].contains) {
            return .unsupported("HEIC")
        }
        if brands.contains(where: ["mif1", "msf1"].contains) { return .unsupported("HEIF") }
        return .notAPicture(found: "ISO media file (video?)")
    }

    /// What is no picture by its first bytes may still be text.
    private static func text(_ head: [UInt8]) -> Finding {
        let others: [([UInt8], String)] = [
            ([0x1F, 0x8B], "gzip"), (Array("%PDF-".utf8), "PDF"), (Array("PK".utf8), "ZIP"),
        ]
        for (prefix, name) in others where head.starts(with: prefix) { return .notAPicture(found: name) }
        let body = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        let words = String(decoding: body.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self).lowercased()
        if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") || words.contains("<body") {
            return .notAPicture(found: "HTML")
        }
        if words.hasPrefix("<svg") || words.hasPrefix("<"), words.contains("<svg") { return .unsupported("SVG") }
        if words.hasPrefix("<?xml") || words.hasPrefix("<") { return .notAPicture(found: "XML") }
        if words.hasPrefix("{") || words.hasPrefix("[") { return .notAPicture(found: "JSON") }
        let isText = !body.isEmpty && body.allSatisfy { $0 >= 0x20 && $0 < 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
        if isText { return .notAPicture(found: "text") }
        return .notAPicture(found: head.prefix(4).map(hexadecimal).joined(separator: " "))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
