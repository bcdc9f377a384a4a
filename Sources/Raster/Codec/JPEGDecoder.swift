internal import CJPEG

/// Decodes JPEG through libjpeg-turbo: scaled down by the inverse DCT as far as quality allows, then resampled.
enum JPEGDecoder: ImageDecoder {
    static let format = ImageFormat.jpeg

    /// How much larger than the target the inverse DCT's result must be at least, for what it leaves out to be
    /// invisible: below 1.75 the mean PSNR of photographs falls under 45 dB.
    private static let margin = 1.75

    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        let size = try withSource(bytes, isStrict: false, limits) { (_, header) throws(DecodingError) -> PixelSize in
            try Self.size(of: header, limits)
        }
        return ImageHeader(format: format, size: JPEGMarkers(bytes).orientation.applied(to: size))
    }

    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let markers = JPEGMarkers(bytes)
        var kept: [Range<Int>]?
        if request.strictness == .trusted { kept = try scansToKeep(of: bytes, request, markers.orientation) }
        return try withSource(bytes, kept, isStrict: request.strictness != .lenient, request.limits) {
            (source, header) throws(DecodingError) -> Thumbnail in
            let size = try Self.size(of: header, request.limits)
            let geometry = ThumbnailGeometry(coded: size, orientation: markers.orientation, request: request)
            try memory(
                for: header, size, geometry, fileLength: bytes.byteCount, profile: markers.profile, request.limits
            )
            .check()
            var notes: [String] = []
            let layout = layout(of: header)
            let transform =
                ColorTransform.rows(icc: markers.profile, layout: layout, notes: &notes)
                ?? (layout == .cmyk ? PressInks(mayBeDrawn: !markers.isMadeForPress).rows : nil)
            let bitmap = try decode(
                &source, header, geometry, markers.orientation, isWhole: kept == nil, transform: transform)
            if let warning = source.warning { notes.append("damaged JPEG: \(warning)") }
            return Thumbnail(
                bitmap: bitmap, originalSize: markers.orientation.applied(to: size), format: format, notes: notes)
        }
    }

    /// What decoding takes.
    private static func memory(
        for header: CJPEG_header, _ size: PixelSize, _ geometry: ThumbnailGeometry, fileLength: Int, profile: [UInt8]?,
        _ limits: DecodingLimits
    ) -> DecodingMemory {
        var memory = DecodingMemory(format, limits: limits, fileLength: fileLength)
        memory.addProfile(length: profile?.count)
        // libjpeg holds the coefficients of a picture that comes in several scans.
        if header.is_multiscan != 0 { memory.add(Int(clamping: header.coefficient_bytes)) }
        let scale = eighths(for: geometry)
        let decoded = PixelSize(width: (size.width * scale + 7) / 8, height: (size.height * scale + 7) / 8)
        // Rows of blocks, as they are decoded, upsampled and handed over.
        memory.add(size.width, times: Int(header.components) * rowsHeld)
        memory.addThumbnail(
            from: decoded, geometry.joining(columns: 8 / Double(scale), rows: 8 / Double(scale)),
            channels: Int(header.components))
        return memory
    }

    /// How many rows of samples libjpeg and the buffers beside it hold for each component.
    private static let rowsHeld = 48

    /// The stretches of a progressive file that a thumbnail shows anything of; `nil` for the whole file.
    private static func scansToKeep(
        of bytes: RawSpan, _ request: ThumbnailRequest, _ orientation: Orientation
    ) throws(DecodingError) -> [Range<Int>]? {
        let (size, isMultiscan) = try withSource(bytes, isStrict: false, request.limits) {
            (_, header) throws(DecodingError) -> (PixelSize, Bool) in
            (try Self.size(of: header, request.limits), header.is_multiscan != 0)
        }
        guard isMultiscan else { return nil }
        let geometry = ThumbnailGeometry(coded: size, orientation: orientation, request: request)
        return JPEGScans(bytes, eighths: eighths(for: geometry)).kept
    }

    private static func withSource<Result>(
        _ bytes: RawSpan, _ kept: [Range<Int>]? = nil, isStrict: Bool, _ limits: DecodingLimits,
        _ body: (inout JPEGSource, CJPEG_header) throws(DecodingError) -> Result
    ) throws(DecodingError) -> Result {
        let ranges = (kept ?? [0..<bytes.byteCount]).map { CJPEG_range(offset: $0.lowerBound, length: $0.count) }
        return try unsafe bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            try unsafe ranges.withUnsafeBufferPointer { (ranges) throws(DecodingError) in
                var source = try unsafe JPEGSource(
                    bytes, ranges: ranges, isStrict: isStrict, limits: limits)
                return try body(&source, source.readHeader())
            }
        }
    }

    /// The coded size, where it is within the limits.
    private static func size(of header: CJPEG_header, _ limits: DecodingLimits) throws(DecodingError) -> PixelSize {
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        guard size.area <= limits.maxPixels else { throw .tooManyPixels(size, limit: limits.maxPixels) }
        return size
    }

    /// What finished rows hold, for a colour profile.
    private static func layout(of header: CJPEG_header) -> SampleLayout {
        switch header.color {
        case CJPEG_gray: .gray
        case CJPEG_cmyk, CJPEG_ycck: .cmyk
        default: .rgb
        }
    }

    private static func decode(
        _ source: inout JPEGSource, _ header: CJPEG_header, _ geometry: ThumbnailGeometry, _ orientation: Orientation,
        isWhole: Bool, transform: RowTransform?
    ) throws(DecodingError) -> Bitmap {
        let model: PixelModel
        switch header.color {
        case CJPEG_gray: model = .gray
        case CJPEG_ycc: model = .ycc
        case CJPEG_rgb: model = .rgb
        case CJPEG_cmyk: model = .cmyk
        case CJPEG_ycck: model = .ycck
        default: throw .unsupported("JPEG with \(header.components) components")
        }
        let isFullSize =
            geometry.target.width == Int(header.width) && geometry.target.height == Int(header.height)
        return isFullSize && !model.isInk
            ? try decodeRows(&source, geometry.target, orientation, transform: transform)
            : try decodePlanes(&source, header, model, geometry, orientation, isWhole: isWhole, transform: transform)
    }

    /// Decodes at full size; libjpeg upsamples and converts.
    private static func decodeRows(
        _ source: inout JPEGSource, _ size: PixelSize, _ orientation: Orientation, transform: RowTransform?
    ) throws(DecodingError) -> Bitmap {
        try source.startRows()
        var canvas = UprightCanvas(coded: size, orientation: orientation)
        var row = [UInt8](repeating: 0, count: size.width * 4)
        for _ in 0..<size.height {
            try source.readRow(into: &row)
            if let transform {
                var span = row.mutableSpan
                transform(&span)
            }
            canvas.paint(row)
        }
        try source.finish()
        return canvas.finish()
    }

    /// Decodes scaled down, a plane a component, and resamples each from its own resolution.
    private static func decodePlanes(
        _ source: inout JPEGSource, _ header: CJPEG_header, _ model: PixelModel, _ geometry: ThumbnailGeometry,
        _ orientation: Orientation, isWhole: Bool, transform: RowTransform?
    ) throws(DecodingError) -> Bitmap {
        let described = try source.startPlanes(
            eighths: eighths(for: geometry), isSmoothed: isWhole, components: Int(header.components))
        let planes = described.map { plane in
            PlanarBuilder.Plane(
                size: PixelSize(width: Int(plane.width), height: Int(plane.height)), stride: Int(plane.stride),
                rowsAtOnce: Int(plane.rows),
                horizontalScale: Double(plane.horizontal) / Double(plane.denominator_horizontal),
                verticalScale: Double(plane.vertical) / Double(plane.denominator_vertical))
        }
        var builder = PlanarBuilder(
            planes: planes, model: model, geometry: geometry, orientation: orientation, transform: transform)
        let count = planes.reduce(0) { $0 + $1.stride * $1.rowsAtOnce }
        let batches = planes.map { ($0.size.height + $0.rowsAtOnce - 1) / $0.rowsAtOnce }.max() ?? 0
        var buffer = [UInt8](repeating: 0, count: count)
        for _ in 0..<batches {
            try source.readPlanes(into: &buffer)
            builder.append(buffer)
        }
        try source.finish()
        return builder.finish()
    }

    /// The scale of the inverse DCT, in eighths: the smallest that leaves the margin.
    private static func eighths(for geometry: ThumbnailGeometry) -> Int {
        [1, 2, 4].first { geometry.ratio * Double($0) / 8 >= margin } ?? 8
    }
}
