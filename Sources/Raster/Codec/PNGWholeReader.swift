internal import CPNG

/// Reads the rows of a PNG by inflating all of them at once, which is several times faster than piece by piece.
///
/// Takes what photographs and screenshots are: rows in order, 8 bits a sample, up to a size. What it does not take, and
/// whatever is damaged, is `LibPNGReader`'s.
struct PNGWholeReader {
    /// What the rows hold.
    let layout: SampleLayout

    private let header: PNGHeader
    /// The rows, each a filter's number and its bytes; a few bytes more, for the unfilter reads ahead.
    private var rows: [UInt8]
    /// What the indices of a palette mean, `layout.channels` bytes each; `nil` where rows hold samples.
    private let colors: [UInt8]?

    /// The most bytes that are inflated at once; over that, libpng streams.
    static let maximumLength = 64 << 20
    /// How many bytes the unfilter may read past the rows.
    private static let slack = 3

    /// Inflates a picture; `nil` where it is not for this reader or not wholly sound.
    init?(_ structure: PNGStructure, _ bytes: RawSpan) {
        header = structure.header
        guard !header.isInterlaced, header.bitDepth == 8, structure.damage.isEmpty else { return nil }
        let (rowLength, overflow) = (header.rowLength + 1).multipliedReportingOverflow(by: header.size.height)
        guard !overflow, rowLength <= Self.maximumLength else { return nil }
        switch (header.colorType, structure.transparency) {
        case (.gray, nil): (layout, colors) = (.gray, nil)
        case (.grayAlpha, nil): (layout, colors) = (.grayAlpha, nil)
        case (.rgb, nil): (layout, colors) = (.rgb, nil)
        case (.rgba, nil): (layout, colors) = (.rgba, nil)
        case (.palette, let transparency):
            layout = transparency == nil ? .rgb : .rgba
            colors = Self.colors(structure, bytes)
        default: return nil
        }
        guard let rows = Self.inflate(structure.imageData, bytes, length: rowLength) else { return nil }
        self.rows = rows
    }

    /// Hands on every row; `false` where a row has an unknown filter.
    consuming func read(into builder: inout ThumbnailBuilder) -> Bool {
        let length = header.rowLength
        let level = CPNG_best_level()
        let zeros = [UInt8](repeating: 0, count: length + Self.slack)
        var expanded = [UInt8](repeating: 0, count: colors == nil ? 0 : header.size.width * layout.channels)
        // So many rows that they stay in the cache between being undone and being scaled.
        let batch = max(2, (64 << 10) / (length + 1))
        for first in stride(from: 0, to: header.size.height, by: batch) {
            let count = min(batch, header.size.height - first)
            let undone = unsafe rows.withUnsafeMutableBufferPointer { rows in
                guard let base = rows.baseAddress else { return 0 }
                let start = unsafe base + first * (length + 1)
                return unsafe zeros.withUnsafeBufferPointer { zeros in
                    let above = unsafe first == 0 ? zeros.baseAddress : UnsafePointer(start - length)
                    return unsafe CPNG_unfilter_rows(level, start, count, above, length, header.colorType.channels)
                }
            }
            guard undone == count else { return false }
            for row in first..<first + count {
                let start = row * (length + 1) + 1
                let samples = rows.span.extracting(start..<start + length)
                guard let colors else {
                    builder.append(samples)
                    continue
                }
                Self.expand(samples, colors, layout.channels, into: &expanded)
                builder.append(expanded.span)
            }
        }
        return true
    }

    /// Inflates the picture's data, which must give exactly `length` bytes.
    private static func inflate(_ pieces: [Range<Int>], _ bytes: RawSpan, length: Int) -> [UInt8]? {
        guard pieces.count > 1 else {
            return pieces.first.flatMap { Inflater().contents(of: bytes.extracting($0), length: length, slack: slack) }
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { unsafe bytes.extracting(piece).withUnsafeBytes { unsafe stream.append(contentsOf: $0) } }
        return unsafe Inflater().contents(of: stream.span.bytes, length: length, slack: slack)
    }

    /// The colours of all 256 indices; opaque black beyond the palette.
    private static func colors(_ structure: PNGStructure, _ bytes: RawSpan) -> [UInt8] {
        let palette = structure.palette.map { bytes.extracting($0).copied() } ?? []
        let alpha = structure.transparency.map { bytes.extracting($0).copied() }
        var colors: [UInt8] = []
        for index in 0..<256 {
            for place in index * 3..<index * 3 + 3 { colors.append(place < palette.count ? palette[place] : 0) }
            if let alpha { colors.append(index < alpha.count ? alpha[index] : 255) }
        }
        return colors
    }

    private static func expand(_ indices: Span<UInt8>, _ colors: [UInt8], _ channels: Int, into row: inout [UInt8]) {
        for column in indices.indices {
            let color = Int(indices[column]) * channels
            for channel in 0..<channels { row[column * channels + channel] = colors[color + channel] }
        }
    }
}
