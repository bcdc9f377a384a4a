/// Where the chunks of a WebP lie that matter here, and what is wrong with any.
struct WebPStructure {
    /// The size of the canvas, in pixels; `nil` for a simple file, whose picture says it.
    private(set) var canvas: PixelSize?
    /// The first picture: its chunks from ALPH, VP8 or VP8L on.
    private(set) var picture: Range<Int>?
    /// Where the first picture of an animation lies on the canvas, in pixels.
    private(set) var origin = (x: 0, y: 0)
    /// Whether the picture is the first of an animation.
    private(set) var isAnimated = false
    /// The colour profile.
    private(set) var profile: Range<Int>?
    /// The EXIF data.
    private(set) var exif: Range<Int>?
    /// What a strict reader refuses.
    private(set) var damage: String?

    /// More chunks than this are no picture's; of an animation, no widget's.
    private static let maximumChunks = 1 << 17

    /// Walks over the chunks of a file that begins with RIFF and WEBP.
    ///
    /// - Source: https://developers.google.com/speed/webp/docs/riff_container
    init(of bytes: RawSpan) {
        let length = bytes.integer32(at: 4, isBigEndian: false).map { Int($0) + 8 } ?? 0
        if length > bytes.byteCount { damage = "the file ends early" }
        let end = min(length, bytes.byteCount)
        var alpha: Int?
        var offset = 12
        var count = 0
        while let length = bytes.integer32(at: offset + 4, isBigEndian: false).map(Int.init), offset + 8 <= end {
            count += 1
            guard count <= Self.maximumChunks else {
                damage = "more than \(Self.maximumChunks) chunks"
                break
            }
            let data = offset + 8..<min(offset + 8 + length, end)
            if data.count < length { damage = "the file ends within a chunk" }
            let name = (0..<4).compactMap { bytes.byte(at: offset + $0) }
            switch String(decoding: name, as: UTF8.self) {
            case "VP8X" where canvas == nil: takeCanvas(bytes.extracting(data))
            case "ICCP" where profile == nil: profile = data
            case "EXIF" where exif == nil: exif = data
            case "ALPH" where picture == nil: alpha = data.lowerBound - 8
            case "VP8 " where picture == nil: picture = (alpha ?? data.lowerBound - 8)..<data.upperBound
            case "VP8L" where picture == nil: picture = data.lowerBound - 8..<data.upperBound
            case "ANMF" where picture == nil && data.count >= 16: takeFrame(bytes, data)
            default: break
            }
            offset += 8 + length + length % 2
        }
    }

    /// The canvas' sides less one stand in three bytes each, behind four of flags.
    private mutating func takeCanvas(_ data: RawSpan) {
        guard let width = data.integer24(at: 4), let height = data.integer24(at: 7) else { return }
        canvas = PixelSize(width: width + 1, height: height + 1)
    }

    /// A frame: half its origin in three bytes each, its size and time, flags, and then its chunks.
    private mutating func takeFrame(_ bytes: RawSpan, _ data: Range<Int>) {
        let header = bytes.extracting(data)
        guard let x = header.integer24(at: 0), let y = header.integer24(at: 3) else { return }
        isAnimated = true
        origin = (x * 2, y * 2)
        picture = data.lowerBound + 16..<data.upperBound
    }
}

extension RawSpan {
    /// The 24-bit number at an offset, the least significant byte first; `nil` where it is not wholly inside.
    fileprivate func integer24(at offset: Int) -> Int? {
        guard let low = integer16(at: offset, isBigEndian: false), let high = byte(at: offset + 2) else { return nil }
        return Int(low) | Int(high) << 16
    }
}
