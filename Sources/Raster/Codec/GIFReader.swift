internal import CGIF

/// Reads the first frame of a GIF through giflib, which sees only the chosen blocks that make it.
@safe struct GIFReader: ~Copyable {
    private let handle: OpaquePointer

    /// Starts to read a file in two pieces, which must outlive the reader.
    ///
    /// - Parameters:
    ///   - head: The header, the colour table of the file, and the frame's descriptor.
    ///   - rest: What follows the descriptor.
    /// - Throws: `DecodingError` where the header is damaged.
    init(_ head: UnsafeBufferPointer<UInt8>, _ rest: UnsafeRawBufferPointer) throws(DecodingError) {
        let start = unsafe rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let handle = unsafe CGIF_create_reader(head.baseAddress, head.count, start, rest.count) else {
            throw .corrupt(.gif, reason: "the header is damaged")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe CGIF_destroy_reader(handle) }

    /// The first frame, before its pixels.
    struct Frame {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        let isInterlaced: Bool
        /// RGBA of every index there can be; black where the file has no colour.
        fileprivate let colors: [UInt8]

        /// Where the rows of the file lie in the frame.
        ///
        /// - Source: GIF89a specification, appendix E (Interlaced Images).
        fileprivate var rowOrder: [Int] {
            guard isInterlaced else { return Array(0..<height) }
            return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
        }
    }

    /// What giflib found wrong.
    var problem: String { unsafe String(cString: CGIF_get_problem(handle)) }

    /// Reads up to the pixels of the first frame.
    mutating func readFrame(_ structure: GIFStructure) throws(DecodingError) -> Frame {
        var frame = CGIF_Frame()
        guard unsafe CGIF_read_frame(handle, &frame) else { throw .corrupt(.gif, reason: problem) }
        guard frame.color_count > 0 else { throw .corrupt(.gif, reason: "no colours") }
        var colors = [UInt8](repeating: 0, count: 256 * 4)
        unsafe withUnsafeBytes(of: &frame.colors) { table in
            for index in 0..<256 {
                for channel in 0..<3 { unsafe colors[index * 4 + channel] = table[index * 3 + channel] }
                colors[index * 4 + 3] = 255
            }
        }
        if let transparent = structure.transparent {
            let start = Int(transparent) * 4
            for channel in start..<start + 4 { colors[channel] = 0 }
        }
        return Frame(
            left: structure.origin.x, top: structure.origin.y, width: Int(frame.width), height: Int(frame.height),
            isInterlaced: structure.isInterlaced, colors: colors)
    }

    /// Reads the frame and hands on the rows of the whole canvas; returns how many rows of the frame there were.
    mutating func readRows(of frame: Frame, canvas: PixelSize, into builder: inout ThumbnailBuilder) -> Int {
        let clear = [UInt8](repeating: 0, count: canvas.width * 4)
        var row = clear
        var indices = [UInt8](repeating: 0, count: frame.width)
        for _ in 0..<frame.top { builder.append(clear.span) }
        let order = frame.rowOrder
        var rows = 0
        if frame.isInterlaced {
            // The rows come out of order: the frame is held whole, a byte a pixel.
            var picture = [UInt8](repeating: 0, count: frame.width * frame.height)
            var isRead = [Bool](repeating: false, count: frame.height)
            while rows < frame.height, unsafe CGIF_read_row(handle, &indices, Int32(frame.width)) {
                picture.replaceSubrange(order[rows] * frame.width..<(order[rows] + 1) * frame.width, with: indices)
                isRead[order[rows]] = true
                rows += 1
            }
            for line in 0..<frame.height {
                guard isRead[line] else {
                    builder.append(clear.span)
                    continue
                }
                let indices = picture.span.extracting(line * frame.width..<(line + 1) * frame.width)
                Self.paint(indices, frame, into: &row)
                builder.append(row.span)
            }
        } else {
            while rows < frame.height, unsafe CGIF_read_row(handle, &indices, Int32(frame.width)) {
                Self.paint(indices.span, frame, into: &row)
                builder.append(row.span)
                rows += 1
            }
        }
        if rows == frame.height {
            for _ in frame.top + frame.height..<canvas.height { builder.append(clear.span) }
        }
        return rows
    }

    /// Paints the frame's part of a row of the canvas.
    private static func paint(_ indices: Span<UInt8>, _ frame: Frame, into row: inout [UInt8]) {
        for column in indices.indices {
            let (color, place) = (Int(indices[column]) * 4, (frame.left + column) * 4)
            for channel in 0..<4 { row[place + channel] = frame.colors[color + channel] }
        }
    }
}
