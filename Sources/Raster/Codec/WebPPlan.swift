internal import CWebP

/// How large a WebP is decoded for a thumbnail, and what memory that takes.
///
/// A picture that is small in memory is decoded as it is. Of a large one libwebp joins pixels while the rows come, so that
/// only the rest is held: down to `margin` times the thumbnail, for what that leaves out to be invisible.
struct WebPPlan {
    /// The size that libwebp decodes to, in pixels: the picture's, or a smaller one.
    let size: PixelSize
    /// The part of what is decoded that is shown; of a frame that does not cover its canvas, of the canvas.
    let geometry: ThumbnailGeometry
    /// What decoding takes.
    let memory: DecodingMemory

    /// How many times the thumbnail's size is decoded to where memory does not matter: below it PSNR of photographs
    /// falls under 52 dB.
    private static let margin = 3.0
    /// The least where it does: 45 dB.
    private static let smallestMargin = 1.5

    /// Chooses the size for a thumbnail.
    init(
        _ features: CWebP_Features, canvas: PixelSize, _ geometry: ThumbnailGeometry, profileLength: Int?,
        hasPackedAlpha: Bool, fileLength: Int, _ limits: DecodingLimits
    ) {
        let frame = PixelSize(width: Int(features.width), height: Int(features.height))
        var state = DecodingMemory(.webp, limits: limits, fileLength: fileLength)
        state.addProfile(length: profileLength)
        state.add(Self.stateSize(features, frame, hasPackedAlpha: hasPackedAlpha))
        let channels = features.has_alpha ? 4 : 3
        func plan(_ size: PixelSize) -> (geometry: ThumbnailGeometry, memory: DecodingMemory) {
            let isWhole = frame != canvas || size == frame
            let shown =
                isWhole
                ? geometry
                : geometry.joining(
                    columns: Double(frame.width) / Double(size.width), rows: Double(frame.height) / Double(size.height))
            var memory = state
            memory.add(size.area, times: channels)
            // Rows of a canvas are put together; libwebp sums up rows of 32 bits where it joins pixels.
            if isWhole { memory.add(canvas.width, times: 8) } else { memory.add(size.width, times: channels * 16) }
            memory.addThumbnail(from: frame == canvas ? size : canvas, shown, channels: frame == canvas ? channels : 4)
            return (shown, memory)
        }
        var size = frame
        var chosen = plan(frame)
        if frame.area * channels > state.smallPicture, frame == canvas {
            // libwebp joins the colours of a lossy picture whatever their alpha, so that those of hidden pixels would show
            // at edges: where there is room, such a picture is decoded as it is.
            let prefersWhole = geometry.ratio <= Self.margin || features.has_alpha && !features.is_lossless
            if geometry.ratio > Self.smallestMargin, chosen.memory.rest == 0 || !prefersWhole {
                // The largest that fits, between the margins.
                let least = Self.joined(frame, geometry.ratio, to: Self.smallestMargin)
                let free = Double(plan(least).memory.rest + least.area * channels)
                let fitting = geometry.ratio * (free / (Double(frame.area) * Double(channels))).squareRoot() * 0.98
                size = Self.joined(frame, geometry.ratio, to: min(max(fitting, Self.smallestMargin), Self.margin))
                chosen = plan(size)
            }
        }
        self.size = size
        (self.geometry, memory) = chosen
    }

    /// The size of a picture after joining pixels, `ratio` of which make one of the thumbnail and `margin` shall.
    private static func joined(_ frame: PixelSize, _ ratio: Double, to margin: Double) -> PixelSize {
        let factor = min(margin / ratio, 1)
        return PixelSize(
            width: max(Int((Double(frame.width) * factor).rounded(.up)), 1),
            height: max(Int((Double(frame.height) * factor).rounded(.up)), 1))
    }

    /// What libwebp holds beside the rows it fills, in bytes.
    ///
    /// A lossless picture is held whole, four bytes a pixel, with 17 rows more. Of a lossy one some rows are held, and all of
    /// its alpha: a byte a pixel, and four more while it is unpacked.
    private static func stateSize(_ features: CWebP_Features, _ frame: PixelSize, hasPackedAlpha: Bool) -> Int {
        if features.is_lossless { return (frame.area + frame.width * 17) * 4 }
        let alpha = features.has_alpha ? (frame.area + frame.width * 17) * (hasPackedAlpha ? 5 : 1) : 0
        return alpha + (frame.width + 16) * 128
    }
}
