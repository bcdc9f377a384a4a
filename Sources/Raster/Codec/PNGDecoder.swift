internal import CPNG

/// Decodes PNG: any colour type, depth and interlacing; of an animation, the default image.
///
/// Strict, a wrong checksum of any chunk up to IEND, a missing end, and whatever libpng warns of fail the picture; more
/// picture data than rows does not, for nothing shown is damaged. gAMA and cHRM are ignored, as most viewers do: files
/// that carry nothing else are sRGB in practice, and where they are not, the numbers are as often wrong. A large interlaced
/// picture is joined to fewer pixels as its passes come (`PNGPlan`).
enum PNGDecoder: ImageDecoder {
    static var format: ImageFormat { .png }

    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        let structure = try PNGStructure(of: bytes, limits: limits, verifiesPicture: false)
        return ImageHeader(format: .png, size: orientation(structure, bytes).applied(to: structure.header.size))
    }

    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let structure = try PNGStructure(of: bytes, limits: request.limits, verifiesPicture: true)
        var notes: [String] = []
        for damage in structure.damage {
            if request.strictness != .lenient { throw .corrupt(.png, reason: damage) }
            notes.append("PNG: \(damage)")
        }
        let orientation = orientation(structure, bytes)
        let plan = PNGPlan(structure, orientation, fileLength: bytes.byteCount, request)
        try plan.memory.check()
        let bitmap: Bitmap
        if let fast = PNGRowReader.bitmap(structure, bytes, orientation, plan.geometry, &notes) {
            bitmap = fast
        } else {
            bitmap = try LibPNGReader.bitmap(
                structure, bytes, orientation, plan, isLenient: request.strictness == .lenient, &notes)
        }
        return Thumbnail(
            bitmap: bitmap, originalSize: orientation.applied(to: structure.header.size), format: .png, notes: notes)
    }

    private static func orientation(_ structure: PNGStructure, _ bytes: RawSpan) -> Orientation {
        structure.exif.map { Orientation(exif: bytes.extracting($0)) } ?? .up
    }
}

extension PNGRowReader {
    /// Decodes the whole picture to a thumbnail; `nil` where it is not for this reader or not sound.
    static func bitmap(
        _ structure: PNGStructure, _ bytes: RawSpan, _ orientation: Orientation, _ geometry: ThumbnailGeometry,
        _ notes: inout [String]
    ) -> Bitmap? {
        guard var reader = PNGRowReader(structure, bytes) else { return nil }
        var ownNotes: [String] = []
        var builder = ThumbnailBuilder(
            size: structure.header.size, layout: reader.layout, orientation: orientation, geometry: geometry,
            transform: PNGColor.rows(structure, bytes, layout: reader.layout, notes: &ownNotes))
        guard reader.read(bytes, into: &builder) else { return nil }
        notes += ownNotes
        return builder.finish()
    }
}

extension LibPNGReader {
    /// Decodes the whole picture to a thumbnail.
    static func bitmap(
        _ structure: PNGStructure, _ bytes: RawSpan, _ orientation: Orientation, _ plan: PNGPlan, isLenient: Bool,
        _ notes: inout [String]
    ) throws(DecodingError) -> Bitmap {
        let slices = slices(of: structure, fileSize: bytes.byteCount)
        let size = structure.header.size
        return try unsafe bytes.withUnsafeBytes { file throws(DecodingError) in
            try unsafe slices.withUnsafeBufferPointer { slices throws(DecodingError) in
                var reader = try unsafe LibPNGReader(
                    file: file, slices: slices, width: size.width, lenient: isLenient,
                    separatesPasses: plan.joined != nil)
                var builder = ThumbnailBuilder(
                    size: plan.joined.map { InterlacedGrid.size(of: size, joining: $0) } ?? size, layout: reader.layout,
                    orientation: orientation, geometry: plan.geometry,
                    transform: PNGColor.rows(structure, bytes, layout: reader.layout, notes: &notes))
                let rows =
                    if let joined = plan.joined {
                        reader.read(size, joining: joined, into: &builder)
                    } else {
                        reader.read(into: &builder)
                    }
                if let problem = reader.problem {
                    guard isLenient, rows > 0 else { throw .corrupt(.png, reason: problem) }
                    notes.append("PNG: \(problem); \(rows) of \(size.height) rows are shown")
                }
                return builder.finish()
            }
        }
    }

    /// What libpng is to see: the header, the palette, the transparency and the picture's data.
    private static func slices(of structure: PNGStructure, fileSize: Int) -> [CPNG_Slice] {
        var slices = [CPNG_Slice(offset: 0, length: PNGChunk.signature.count + PNGHeader.length + 12)]
        for data in [structure.palette, structure.transparency].compactMap(\.self) + structure.imageData {
            let chunk = PNGStructure.chunk(around: data)
            slices.append(
                CPNG_Slice(offset: chunk.lowerBound, length: min(chunk.upperBound, fileSize) - chunk.lowerBound))
        }
        return slices
    }

    /// Reads every row there is, and returns how many there were.
    private mutating func read(into builder: inout ThumbnailBuilder) -> Int {
        let height = builder.size.height
        guard passes > 1 else {
            var row = [UInt8](repeating: 0, count: rowLength)
            for index in 0..<height {
                guard readRow(into: &row, at: 0) else { return index }
                builder.append(row.span)
            }
            return height
        }
        // Adam7 gives every row its last samples at the very end: the picture is held whole.
        var picture = [UInt8](repeating: 0, count: rowLength * height)
        var rows = 0
        passes: for pass in 0..<passes {
            for index in 0..<height {
                guard readRow(into: &picture, at: index * rowLength) else { break passes }
                if pass == 0 { rows = index + 1 }
            }
        }
        for index in 0..<height {
            builder.append(picture.span.extracting(index * rowLength..<(index + 1) * rowLength))
        }
        return rows
    }

    /// Reads the passes of an interlaced picture into a grid of joined pixels, and hands on its rows; returns how many rows of
    /// the picture have pixels.
    private mutating func read(
        _ size: PixelSize, joining joined: (columns: Int, rows: Int), into builder: inout ThumbnailBuilder
    ) -> Int {
        var grid = InterlacedGrid(of: size, layout: layout, joining: joined)
        var row = [UInt8](repeating: 0, count: rowLength)
        var rows = 0
        passes: for (number, pass) in InterlacedGrid.passes.enumerated() {
            for y in stride(from: pass.y, to: size.height, by: pass.rows) where pass.x < size.width {
                guard readRow(into: &row, at: 0) else { break passes }
                grid.add(row, pass: number)
                if number == 0 { rows = min(y + pass.rows, size.height) }
            }
        }
        grid.finish(into: &builder)
        return rows
    }
}
