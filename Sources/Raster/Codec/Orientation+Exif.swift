extension Orientation {
    /// Reads the orientation out of an Exif block, which is a TIFF file without pictures.
    ///
    /// Only the first directory counts: the second describes the embedded thumbnail. Of repeated tags the first
    /// counts; a tag of another type, of another count than one, or out of range counts as none.
    ///
    /// - Parameter exif: the block, from its byte order mark on.
    /// - Source: Exif 2.32, 4.5.2 and 4.6.4 A; TIFF 6.0, section 2.
    init(exif: RawSpan) {
        self = Self.tag(exif) ?? .up
    }

    private static func tag(_ exif: RawSpan) -> Orientation? {
        let isBigEndian: Bool
        if exif.hasPrefix("II*\0") {
            isBigEndian = false
        } else if exif.hasPrefix("MM\0*") {
            isBigEndian = true
        } else {
            return nil
        }
        guard let directory = exif.integer32(at: 4, isBigEndian: isBigEndian).map(Int.init),
            let count = exif.integer16(at: directory, isBigEndian: isBigEndian)
        else { return nil }
        for index in 0..<Int(count) {
            let entry = directory + 2 + index * 12
            // An entry that is cut off ends the directory, whatever its count says.
            guard let last = exif.integer32(at: entry + 8, isBigEndian: isBigEndian),
                let tag = exif.integer16(at: entry, isBigEndian: isBigEndian),
                let type = exif.integer16(at: entry + 2, isBigEndian: isBigEndian),
                let valueCount = exif.integer32(at: entry + 4, isBigEndian: isBigEndian)
            else { return nil }
            guard tag == 0x0112 else { continue }
            guard valueCount == 1 else { return nil }
            switch type {
            case 3: return exif.integer16(at: entry + 8, isBigEndian: isBigEndian).flatMap { Self(rawValue: Int($0)) }
            case 4, 9: return Self(rawValue: Int(last))
            default: return nil
            }
        }
        return nil
    }
}
