internal import CWebP

/// Decodes WebP, lossy and lossless, with alpha, profile and orientation; of an animation, the first frame.
///
/// Large pictures are scaled down by libwebp while their rows come (`WebPPlan`).
enum WebPDecoder: ImageDecoder {
    static var format: ImageFormat { .webp }

    static func header(of bytes: RawSpan, limits: DecodingLimits) throws(DecodingError) -> ImageHeader {
        let structure = WebPStructure(of: bytes)
        let (_, _, canvas) = try features(structure, bytes, limits)
        return ImageHeader(format: .webp, size: orientation(structure, bytes).applied(to: canvas))
    }

    static func thumbnail(of bytes: RawSpan, _ request: ThumbnailRequest) throws(DecodingError) -> Thumbnail {
        let structure = WebPStructure(of: bytes)
        let isLenient = request.strictness == .lenient
        var notes: [String] = []
        if let damage = structure.damage {
            guard isLenient else { throw .corrupt(.webp, reason: damage) }
            notes.append("WebP: \(damage)")
        }
        let (picture, features, canvas) = try features(structure, bytes, request.limits)
        let frame = PixelSize(width: Int(features.width), height: Int(features.height))
        let orientation = orientation(structure, bytes)
        let geometry = ThumbnailGeometry(coded: canvas, orientation: orientation, request: request)
        let plan = WebPPlan(
            features, canvas: canvas, geometry, profileLength: structure.profile?.count,
            hasPackedAlpha: hasPackedAlpha(bytes.extracting(picture)), fileLength: bytes.byteCount, request.limits)
        try plan.memory.check()
        let size = plan.size
        let (pixels, rows, reason) = decode(bytes.extracting(picture), features, size)
        if rows < size.height {
            guard isLenient, rows > 0 else { throw .corrupt(.webp, reason: reason) }
            notes.append("WebP: \(reason); \(rows * frame.height / size.height) of \(frame.height) rows are shown")
        }
        let layout: SampleLayout = features.has_alpha || frame != canvas ? .rgba : .rgb
        let profile = structure.profile.map { bytes.extracting($0).copied() }
        var builder = ThumbnailBuilder(
            size: frame == canvas ? size : canvas, layout: layout, orientation: orientation, geometry: plan.geometry,
            transform: ColorTransform.rows(icc: profile, layout: layout, notes: &notes))
        let length = size.width * (features.has_alpha ? 4 : 3)
        if frame == canvas {
            for row in 0..<rows { builder.append(pixels.span.extracting(row * length..<(row + 1) * length)) }
        } else {
            place(pixels, rows, frame, structure.origin, hasAlpha: features.has_alpha, into: &builder)
        }
        return Thumbnail(
            bitmap: builder.finish(), originalSize: orientation.applied(to: canvas), format: .webp, notes: notes)
    }

    /// What the first picture's header says, and the size of the canvas, held against the limits.
    private static func features(
        _ structure: WebPStructure, _ bytes: RawSpan, _ limits: DecodingLimits
    ) throws(DecodingError) -> (picture: Range<Int>, features: CWebP_Features, canvas: PixelSize) {
        guard CWebP_load_library() else { throw .unsupported("WebP (libwebp is not installed)") }
        guard let picture = structure.picture else { throw .corrupt(.webp, reason: "no picture") }
        var features = CWebP_Features()
        let isKnown = unsafe bytes.extracting(picture).withUnsafeBytes { data in
            unsafe CWebP_get_features(data.baseAddress?.assumingMemoryBound(to: UInt8.self), data.count, &features)
        }
        guard isKnown, features.width > 0, features.height > 0 else {
            throw .corrupt(.webp, reason: "the picture's header is damaged")
        }
        let frame = PixelSize(width: Int(features.width), height: Int(features.height))
        let canvas = structure.canvas ?? frame
        let (x, y) = structure.origin
        guard x + frame.width <= canvas.width, y + frame.height <= canvas.height,
            structure.isAnimated || canvas == frame
        else { throw .corrupt(.webp, reason: "a picture of \(frame) at \(x),\(y) on a canvas of \(canvas)") }
        guard canvas.area <= limits.maxPixels else { throw .tooManyPixels(canvas, limit: limits.maxPixels) }
        guard max(canvas.width, canvas.height) <= maximumSide else {
            throw .tooComplex(.webp, reason: "a canvas of \(canvas), a side over \(maximumSide)")
        }
        return (picture, features, canvas)
    }

    /// The longest side of a canvas, in pixels; pictures are no larger than 16383.
    private static let maximumSide = 1_000_000

    static func orientation(_ structure: WebPStructure, _ bytes: RawSpan) -> Orientation {
        guard let range = structure.exif else { return .up }
        let exif = bytes.extracting(range)
        // Some writers keep the six bytes by which JPEG marks EXIF.
        return Orientation(exif: exif.hasPrefix("Exif\0\0") ? exif.extracting(6...) : exif)
    }

    /// Whether a lossy picture's alpha, where it has any, is compressed as a lossless picture is.
    ///
    /// - Source: https://developers.google.com/speed/webp/docs/riff_container#alpha
    private static func hasPackedAlpha(_ picture: RawSpan) -> Bool {
        !picture.hasPrefix("ALPH") || picture.byte(at: 8).map { $0 & 3 } != 0
    }

    /// Decodes the whole picture to so many pixels: libwebp hands out no rows before all of them are done.
    private static func decode(
        _ picture: RawSpan, _ features: CWebP_Features, _ size: PixelSize
    ) -> (pixels: [UInt8], rows: Int, reason: String) {
        var features = features
        let length = size.width * (features.has_alpha ? 4 : 3)
        let capacity = length * size.height
        var rows = 0
        var reason = ""
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
            unsafe picture.withUnsafeBytes { data in
                var word: UnsafePointer<CChar>?
                rows = unsafe Int(
                    CWebP_decode_rows(
                        data.baseAddress?.assumingMemoryBound(to: UInt8.self), data.count, &features,
                        Int32(size.width), Int32(size.height), out.baseAddress, capacity, &word))
                if let word = unsafe word { reason = unsafe String(cString: word) }
            }
            count = rows * length
        }
        return (pixels, rows, reason)
    }

    /// Hands on the rows of a canvas that a frame covers in part.
    private static func place(
        _ pixels: [UInt8], _ rows: Int, _ frame: PixelSize, _ origin: (x: Int, y: Int), hasAlpha: Bool,
        into builder: inout ThumbnailBuilder
    ) {
        let channels = hasAlpha ? 4 : 3
        let clear = [UInt8](repeating: 0, count: builder.size.width * 4)
        for line in 0..<builder.size.height {
            var row = clear
            if origin.y..<origin.y + rows ~= line {
                for column in 0..<frame.width {
                    let source = ((line - origin.y) * frame.width + column) * channels
                    let place = (origin.x + column) * 4
                    row[place + 3] = 255
                    for channel in 0..<channels { row[place + channel] = pixels[source + channel] }
                }
            }
            builder.append(row.span)
        }
    }
}
