internal import CJPEG

/// What the marker segments before the first scan say besides the picture: orientation, colour profile, and its program.
struct JPEGMarkers {
    /// How the coded rows lie; of several Exif blocks the first counts.
    private(set) var orientation = Orientation.up
    /// The bytes of the ICC profile, put together of its parts; `nil` where there is none or a part is missing.
    private(set) var profile: [UInt8]?

    /// Whether a program for the press left its words: a profile, whole or not, or Photoshop's resources.
    private(set) var isMadeForPress = false

    /// The most bytes of profile parts that are put together.
    static let profileLimit = 4 << 20

    /// Walks the segments; whatever is wrong with them is the decoder's to report.
    ///
    /// - Source: ITU-T T.81, B.1.1.4 (marker segments); ICC.1:2010, B.4 (profiles in JPEG files).
    init(_ bytes: RawSpan) {
        var isOriented = false
        var parts: [Int: Range<Int>] = [:]
        var partCount: Int?
        var offset = 2
        while let segment = Self.segment(in: bytes, from: offset) {
            offset = segment.body.upperBound
            if segment.marker == 0xDA || segment.marker == 0xD9 { break }
            let body = segment.body
            if segment.marker == 0xE1, !isOriented, bytes.hasPrefix("Exif\0", at: body.lowerBound), body.count > 6 {
                orientation = Orientation(exif: bytes.extracting(body.lowerBound + 6..<body.upperBound))
                isOriented = true
            }
            if segment.marker == 0xED, bytes.hasPrefix("Photoshop 3.0\0", at: body.lowerBound) { isMadeForPress = true }
            if segment.marker == 0xE2, bytes.hasPrefix("ICC_PROFILE\0", at: body.lowerBound), body.count > 14,
                let number = bytes.byte(at: body.lowerBound + 12), let count = bytes.byte(at: body.lowerBound + 13)
            {
                isMadeForPress = true
                partCount = partCount ?? Int(count)
                if parts[Int(number)] == nil { parts[Int(number)] = body.lowerBound + 14..<body.upperBound }
            }
        }
        profile = partCount.flatMap { Self.joined(parts, count: $0, in: bytes) }
    }

    /// The next segment at or after an offset: its marker and what follows the length.
    static func segment(in bytes: RawSpan, from start: Int) -> (marker: UInt8, body: Range<Int>)? {
        var offset = start
        while let byte = bytes.byte(at: offset) {
            guard byte == 0xFF, let marker = bytes.byte(at: offset + 1), marker != 0, marker != 0xFF else {
                offset += 1
                continue
            }
            offset += 2
            // Start, end, restart and TEM stand alone.
            if (0xD0...0xD9).contains(marker) || marker == 0x01 {
                if marker == 0xD9 { return (marker, offset..<offset) }
                continue
            }
            guard let length = bytes.integer16(at: offset), length >= 2 else { return nil }
            guard offset + Int(length) <= bytes.byteCount else { return nil }
            return (marker, offset + 2..<offset + Int(length))
        }
        return nil
    }

    /// Where the entropy-coded data of a scan end: the next marker that does not belong to them.
    static func endOfScan(in bytes: RawSpan, from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let base = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return start }
            return unsafe CJPEG_find_marker(base, bytes.count, start)
        }
    }

    private static func joined(_ parts: [Int: Range<Int>], count: Int, in bytes: RawSpan) -> [UInt8]? {
        var profile: [UInt8] = []
        for number in 1...max(count, 1) {
            guard let part = parts[number], profile.count + part.count <= profileLimit else { return nil }
            profile.reserveCapacity(profile.count + part.count)
            for offset in part { if let byte = bytes.byte(at: offset) { profile.append(byte) } }
        }
        return profile
    }
}
