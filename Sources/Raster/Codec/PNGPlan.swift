/// How a PNG is decoded for a thumbnail, and what memory that takes.
///
/// Rows in order stream through the resampler. Those of an interlaced picture are complete only at its end: a small one
/// is held whole; of a large one each pass is added to a grid of joined pixels, `margin` times the thumbnail and more.
struct PNGPlan {
    /// How many columns and rows of an interlaced picture become one; `nil` where rows are handed on as they are.
    let joined: (columns: Int, rows: Int)?
    /// The part of what is handed on that is shown.
    let geometry: ThumbnailGeometry
    /// What decoding takes.
    let memory: DecodingMemory

    /// How many times the thumbnail's size the grid is at least.
    private static let margin = 3.0
    /// The least where a picture does not fit otherwise.
    private static let smallestMargin = 1.5
    /// What is inflated at once on the fast path, and what inflating takes, in bytes.
    private static let inflating = 512 << 10

    /// Chooses for a thumbnail; an interlaced picture of more than `smallPicture` bytes, by default a tenth of the
    /// limit, is joined where it is large enough.
    init(
        _ structure: PNGStructure, _ orientation: Orientation, fileLength: Int, _ request: ThumbnailRequest,
        smallPicture: Int? = nil
    ) {
        let header = structure.header
        let geometry = ThumbnailGeometry(coded: header.size, orientation: orientation, request: request)
        let channels = header.colorType == .palette ? 3 : header.colorType.channels
        let shown = channels + (structure.transparency == nil ? 0 : 1)
        var state = DecodingMemory(.png, limits: request.limits, fileLength: fileLength)
        // A profile is as long as zlib can make it of its chunk, and no longer than is opened.
        state.addProfile(length: structure.profile.map { min($0.count * 4, ColorProfile.maximumLength) })
        state.add(Self.inflating)
        // Rows as they are stored, unfiltered and expanded, also of 16 bits: libpng holds three.
        state.add(header.rowLength, times: 5)
        state.add(header.size.width, times: shown * 2)
        func plan(_ joined: (columns: Int, rows: Int)?) -> (geometry: ThumbnailGeometry, memory: DecodingMemory) {
            var memory = state
            guard let joined else {
                if header.isInterlaced { memory.add(header.size.area, times: shown) }
                memory.addThumbnail(from: header.size, geometry, channels: shown)
                return (geometry, memory)
            }
            let grid = InterlacedGrid.size(of: header.size, joining: joined)
            let part = geometry.joining(columns: Double(joined.columns), rows: Double(joined.rows))
            memory.add(
                InterlacedGrid.byteCount(
                    of: header.size, channels: shown, hasAlpha: shown % 2 == 0, joining: joined))
            memory.addThumbnail(from: grid, part, channels: shown)
            return (part, memory)
        }
        var joined: (columns: Int, rows: Int)?
        var chosen = plan(nil)
        if header.isInterlaced, header.size.area * shown > smallPicture ?? state.smallPicture {
            // Below the margin only what does not fit otherwise.
            for margin in [Self.margin, 2, Self.smallestMargin] where margin == Self.margin || chosen.memory.rest == 0 {
                guard let next = InterlacedGrid.joining(geometry, margin: margin) else { continue }
                let smaller = plan(next)
                if smaller.memory.needed < chosen.memory.needed { (joined, chosen) = (next, smaller) }
            }
        }
        self.joined = joined
        (self.geometry, memory) = chosen
    }
}
