/// Where the blocks of a GIF lie that make its first frame, and what is wrong with those behind it.
///
/// Read as browsers do: zero bytes between blocks are passed over, a screen that is smaller than the first frame grows to
/// it, and a frame without a size takes the screen's.
///
/// - Source: GIF89a specification, 18 to 27.
struct GIFStructure {
    /// The logical screen, grown to hold the first frame.
    let canvas: PixelSize
    /// The size of the first frame, in pixels.
    let frame: PixelSize
    /// Where it lies on the canvas.
    let origin: (x: Int, y: Int)
    /// Whether its rows come in four passes.
    let isInterlaced: Bool
    /// The index of the transparent colour.
    let transparent: UInt8?
    /// Where the header and the colour table of the file end.
    private let headEnd: Int
    /// The first frame behind its descriptor: its colour table, and its data.
    let rest: Range<Int>
    /// What is wrong behind the first frame; a strict reader refuses it.
    let damage: String?

    private static let screenLength = 13
    private static let descriptorLength = 10

    /// Walks over the blocks of a file that begins with the signature.
    ///
    /// - Throws: `DecodingError` where no picture can come of it, however lenient the reader.
    init(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) {
        guard let screenWidth = bytes.integer16(at: 6, isBigEndian: false),
            let screenHeight = bytes.integer16(at: 8, isBigEndian: false), let flags = bytes.byte(at: 10)
        else { throw .corrupt(.gif, reason: "no header") }
        headEnd = Self.screenLength + Self.colorTableLength(flags)
        var walk = Walk(offset: headEnd)
        guard let start = walk.nextFrame(in: bytes) else {
            throw .corrupt(.gif, reason: walk.damage ?? "no frame")
        }
        guard let left = bytes.integer16(at: start + 1, isBigEndian: false),
            let top = bytes.integer16(at: start + 3, isBigEndian: false),
            let width = bytes.integer16(at: start + 5, isBigEndian: false),
            let height = bytes.integer16(at: start + 7, isBigEndian: false), let packed = bytes.byte(at: start + 9)
        else { throw .corrupt(.gif, reason: "the file ends within the first frame") }
        let isEmpty = width == 0 || height == 0
        frame = PixelSize(width: Int(isEmpty ? screenWidth : width), height: Int(isEmpty ? screenHeight : height))
        guard frame.area > 0 else { throw .corrupt(.gif, reason: "a frame of \(width)x\(height) pixels") }
        origin = (Int(left), Int(top))
        canvas = PixelSize(
            width: max(Int(screenWidth), origin.x + frame.width),
            height: max(Int(screenHeight), origin.y + frame.height))
        guard canvas.area <= limits.maxPixels else { throw .tooManyPixels(canvas, limit: limits.maxPixels) }
        isInterlaced = packed & 0x40 != 0
        transparent = walk.transparent
        walk.skipFrame(at: start, in: bytes)
        rest = min(start + Self.descriptorLength, bytes.byteCount)..<min(walk.offset, bytes.byteCount)
        while let next = walk.nextFrame(in: bytes) { walk.skipFrame(at: next, in: bytes) }
        damage = walk.damage
    }

    /// The header, the colour table of the file, and the frame's descriptor, with its size where that was zero.
    func head(in bytes: RawSpan) -> [UInt8] {
        var head = bytes.extracting(..<min(headEnd, bytes.byteCount)).copied()
        head += bytes.extracting(rest.lowerBound - Self.descriptorLength..<rest.lowerBound).copied()
        let place = head.count - Self.descriptorLength + 5
        for (index, side) in [frame.width, frame.height].enumerated() {
            head[place + index * 2] = UInt8(truncatingIfNeeded: side)
            head[place + index * 2 + 1] = UInt8(truncatingIfNeeded: side >> 8)
        }
        return head
    }

    /// The length of the colour table that a byte of flags announces.
    private static func colorTableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << (flags & 7) }

    /// A place in the row of blocks.
    private struct Walk {
        var offset: Int
        /// The transparent colour of the frame that comes next.
        var transparent: UInt8?
        var damage: String?

        /// Goes to the next frame's descriptor; `nil` at the trailer, or where the blocks are damaged.
        mutating func nextFrame(in bytes: RawSpan) -> Int? {
            while damage == nil {
                switch bytes.byte(at: offset) {
                case 0: offset += 1
                case 0x21: skipExtension(in: bytes)
                case 0x2C: return offset
                case 0x3B: return nil
                case nil: damage = "the file ends before its trailer"
                case let other?:
                    damage = "no block begins with 0x\(String(other, radix: 16, uppercase: true))"
                }
            }
            return nil
        }

        /// Goes behind a frame's data.
        mutating func skipFrame(at start: Int, in bytes: RawSpan) {
            let table = bytes.byte(at: start + 9).map(GIFStructure.colorTableLength) ?? 0
            // The size of the codes stands before the data.
            offset = start + GIFStructure.descriptorLength + table + 1
            skipBlocks(in: bytes)
        }

        /// Goes behind an extension; that of a frame to come says which colour is transparent.
        private mutating func skipExtension(in bytes: RawSpan) {
            let data = offset + 2
            if bytes.byte(at: offset + 1) == 0xF9, let length = bytes.byte(at: data), length >= 4,
                let flags = bytes.byte(at: data + 1)
            {
                transparent = flags & 1 == 0 ? nil : bytes.byte(at: data + 4)
            }
            offset = data
            skipBlocks(in: bytes)
        }

        /// Goes behind blocks that begin with their length, and the empty one that ends them.
        private mutating func skipBlocks(in bytes: RawSpan) {
            while let length = bytes.byte(at: offset) {
                offset += 1 + Int(length)
                if length == 0 { return }
            }
            if damage == nil { damage = "the file ends within a block" }
        }
    }
}
