/// The scans of a progressive JPEG, and which of them a scaled-down picture can do without.
///
/// A scan may be left out where the inverse DCT at that scale does not use its coefficients at all, or where it only
/// refines what a thumbnail does not show. What builds on a scan that is left out is left out too.
struct JPEGScans {
    /// Stretches of the file that hold everything but the scans left out; `nil` where nothing can be left out.
    private(set) var kept: [Range<Int>]?

    /// One component as the frame header declares it.
    private struct Component {
        var id: UInt8
        var horizontal: Int
        var vertical: Int
        var table: UInt8
    }

    /// The largest quantizer of the coefficients used at a quarter for which refinement is not seen: it leaves these
    /// off by up to three quantizers, and 12 keeps the worst photograph over 44 dB.
    private static let largestUnseenQuantizer = 12

    /// The coefficients of one component, in zigzag order, and what has been left out of them.
    private struct Band {
        /// The last coefficient that the inverse DCT uses.
        var last: Int
        /// The first coefficients of scans left out: later scans of the same coefficients build on them.
        var isMissing = [Bool](repeating: false, count: 64)
    }

    /// Finds what can be left out where blocks of 8 become `eighths` wide.
    ///
    /// - Source: ITU-T T.81, B.2.2, B.2.3, G.1.1.1.1 (spectral selection and successive approximation).
    init(_ bytes: RawSpan, eighths: Int) {
        guard eighths <= 2 else { return }
        var bands: [UInt8: Band] = [:]
        var quantizers: [UInt8: Int] = [:]
        var ranges: [Range<Int>] = []
        var start = 0
        var offset = 2
        while let segment = JPEGMarkers.segment(in: bytes, from: offset) {
            offset = segment.body.upperBound
            switch segment.marker {
            case 0xDB: Self.addQuantizers(bytes, segment.body, to: &quantizers)
            case 0xC2:
                guard bands.isEmpty, let components = Self.components(bytes, segment.body) else { return }
                let coarsest = components.map { quantizers[$0.table] ?? .max }.first ?? .max
                guard eighths == 1 || coarsest <= Self.largestUnseenQuantizer else { return }
                bands = Self.bands(of: components, eighths: eighths)
            case 0xC0, 0xC1, 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD9:
                // Another kind of frame, or the end.
                if segment.marker != 0xD9 { return }
                if start > 0 { kept = ranges + [start..<bytes.byteCount] }
                return
            case 0xDA:
                offset = JPEGMarkers.endOfScan(in: bytes, from: offset)
                guard Self.leavesOut(bytes, segment.body, &bands) else { continue }
                ranges.append(start..<segment.body.lowerBound - 4)
                start = offset
            default: break
            }
        }
    }

    /// Whether a scan can be left out; notes what is then missing.
    private static func leavesOut(_ bytes: RawSpan, _ body: Range<Int>, _ bands: inout [UInt8: Band])
        -> Bool
    {
        // A scan of coefficients other than the mean holds one component.
        guard body.count == 6, bytes.byte(at: body.lowerBound) == 1,
            let id = bytes.byte(at: body.lowerBound + 1), var band = bands[id],
            let first = bytes.byte(at: body.lowerBound + 3).map(Int.init),
            let last = bytes.byte(at: body.lowerBound + 4).map(Int.init),
            let precision = bytes.byte(at: body.lowerBound + 5), first >= 1, last >= first, last <= 63
        else { return false }
        let isRefinement = precision >> 4 != 0
        guard isRefinement || first > band.last || band.isMissing[first...last].contains(true) else { return false }
        for coefficient in first...last { band.isMissing[coefficient] = true }
        bands[id] = band
        return true
    }

    /// Notes the largest quantizer of each table among the coefficients that are used at a quarter.
    private static func addQuantizers(_ bytes: RawSpan, _ body: Range<Int>, to quantizers: inout [UInt8: Int]) {
        var place = body.lowerBound
        while place < body.upperBound, let name = bytes.byte(at: place) {
            let size = name >> 4 == 0 ? 1 : 2
            quantizers[name & 15] = [1, 2, 4].compactMap { coefficient in
                let offset = place + 1 + coefficient * size
                return size == 1 ? bytes.byte(at: offset).map(Int.init) : bytes.integer16(at: offset).map(Int.init)
            }.max()
            place += 1 + 64 * size
        }
    }

    private static func components(_ bytes: RawSpan, _ body: Range<Int>) -> [Component]? {
        guard let count = bytes.byte(at: body.lowerBound + 5).map(Int.init), body.count == 6 + count * 3 else {
            return nil
        }
        return (0..<count).compactMap { index in
            let place = body.lowerBound + 6 + index * 3
            guard let id = bytes.byte(at: place), let factors = bytes.byte(at: place + 1),
                let table = bytes.byte(at: place + 2)
            else { return nil }
            return Component(
                id: id, horizontal: max(Int(factors >> 4), 1), vertical: max(Int(factors & 15), 1), table: table)
        }
    }

    /// What the inverse DCT uses of each component: subsampled ones are scaled down less where both factors allow it.
    private static func bands(of components: [Component], eighths: Int) -> [UInt8: Band] {
        let width = (components.map { $0.horizontal }.max() ?? 1) * eighths
        let height = (components.map { $0.vertical }.max() ?? 1) * eighths
        var bands: [UInt8: Band] = [:]
        for component in components {
            var side = eighths
            while side < 8, width % (component.horizontal * side * 2) == 0,
                height % (component.vertical * side * 2) == 0
            {
                side *= 2
            }
            // The zigzag's place of the last coefficient within the square of that side.
            bands[component.id] = Band(last: side == 1 ? 0 : side == 2 ? 4 : side == 4 ? 24 : 63)
        }
        return bands
    }
}
