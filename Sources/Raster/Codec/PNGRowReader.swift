internal import CPNG

/// Reads the rows of a PNG on the fast path: inflated by ISA-L and unfiltered a few at a time, while they are in the cache.
///
/// Takes what photographs and screenshots are: rows in order, 8 bits a sample. What it does not take, and whatever is
/// damaged, is `LibPNGReader`'s to judge.
struct PNGRowReader: ~Copyable {
    /// What the rows hold.
    let layout: SampleLayout

    private let header: PNGHeader
    /// What the indices of a palette mean, `layout.channels` bytes each; `nil` where rows hold samples.
    private let colors: [UInt8]?
    private var inflater: StreamInflater
    private var pieces: [Range<Int>]
    private var piece = 0
    private var offset = 0

    /// About how many bytes of rows are handled at once: what the second cache holds beside the rest.
    private static let batchLength = 64 << 10
    /// How many bytes the unfilter may read past rows.
    private static let slack = 3

    /// Prepares to read; `nil` where the picture is not for this reader.
    init?(_ structure: PNGStructure, _ bytes: RawSpan) {
        let header = structure.header
        guard !header.isInterlaced, header.bitDepth == 8, structure.damage.isEmpty else { return nil }
        let layout: SampleLayout
        switch (header.colorType, structure.transparency) {
        case (.gray, nil): layout = .gray
        case (.grayAlpha, _): layout = .grayAlpha
        case (.rgb, nil): layout = .rgb
        case (.rgba, _): layout = .rgba
        case (.palette, let transparency): layout = transparency == nil ? .rgb : .rgba
        default: return nil
        }
        guard let inflater = StreamInflater() else { return nil }
        self.header = header
        self.layout = layout
        self.inflater = inflater
        pieces = structure.imageData
        colors = header.colorType == .palette ? Self.colors(structure, bytes) : nil
    }

    /// Hands on every row; `false` where the data are damaged or end early.
    ///
    /// The checksum of the data is verified, but not of such that go on after the last row.
    mutating func read(_ bytes: RawSpan, into builder: inout ThumbnailBuilder) -> Bool {
        let length = header.rowLength
        let level = CPNG_best_level()
        let height = header.size.height
        let batch = max(2, Self.batchLength / (length + 1))
        var rows = [UInt8](repeating: 0, count: min(batch, height) * (length + 1) + Self.slack)
        var above = [UInt8](repeating: 0, count: length + Self.slack)
        var expanded = [UInt8](repeating: 0, count: colors == nil ? 0 : header.size.width * layout.channels)
        for first in stride(from: 0, to: height, by: batch) {
            let count = min(batch, height - first)
            guard fill(&rows, count * (length + 1), bytes) else { return false }
            let undone = unsafe rows.withUnsafeMutableBufferPointer { rows in
                unsafe CPNG_unfilter_rows(level, rows.baseAddress, count, above, length, header.colorType.channels)
            }
            guard undone == count else { return false }
            for row in 0..<count {
                let start = row * (length + 1) + 1
                let samples = rows.span.extracting(start..<start + length)
                guard let colors else {
                    builder.append(samples)
                    continue
                }
                Self.expand(samples, colors, layout.channels, into: &expanded)
                builder.append(expanded.span)
            }
            above.replaceSubrange(0..<length, with: rows[count * (length + 1) - length..<count * (length + 1)])
        }
        return isComplete(bytes)
    }

    /// Inflates so many bytes into the start of `rows`.
    private mutating func fill(_ rows: inout [UInt8], _ count: Int, _ bytes: RawSpan) -> Bool {
        var written = 0
        while written < count {
            guard piece < pieces.count else { return false }
            let input = bytes.extracting(pieces[piece])
            let (progress, more) = inflater.inflate(input, from: &offset, into: &rows, written..<count)
            written += more
            switch progress {
            case .filled: break
            case .starved: (piece, offset) = (piece + 1, 0)
            case .finished: if written < count { return false }
            case .damaged: return false
            }
        }
        return true
    }

    /// Whether the stream ends as it must, or goes on to rows that nobody asked for.
    private mutating func isComplete(_ bytes: RawSpan) -> Bool {
        var rest: [UInt8] = [0]
        while piece < pieces.count {
            let input = bytes.extracting(pieces[piece])
            switch inflater.inflate(input, from: &offset, into: &rest, 0..<1) {
            case (.damaged, _): return false
            case (.finished, _), (_, 1): return true
            default: (piece, offset) = (piece + 1, 0)
            }
        }
        return false
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
