public import Raster

extension PhotoURL {
    /// Lists the addresses to try for a box.
    ///
    /// `auto` starts at the smallest size that covers the box, `b` (1024 pixels) at most. A size larger than the original is
    /// missing, and `c` and `b` are missing for old photos, so the ladder steps down to 640, 500 and 320 pixels before the
    /// feed's own. An address outside the grammar, or of a size with a secret of its own, is the
    /// only one of its ladder.
    /// - Parameters:
    ///   - variant: the size asked for.
    ///   - box: the thumbnail's box, in pixels.
    ///   - fit: how the picture will be fitted into the box.
    ///   - preview: the size of the feed's own picture, for its shape; 3:2 where it is not known.
    /// - Returns: best first, at most 5; the last is the feed's own, the only one known to exist.
    public func candidates(
        for variant: PhotoVariant, box: PixelSize, fit: Fit, preview: PixelSize?
    ) -> [PhotoURL] {
        guard let grammar, grammar.size.isEmpty || PhotoVariant(rawValue: String(grammar.size)) != nil else {
            return [self]
        }
        let first = variant == .automatic ? Self.smallest(covering: box, fit: fit, preview: preview) : variant
        // Every photo of that size has these; 800 pixels came later than 640.
        let below = [PhotoVariant.z, .medium500, .n].filter { ($0.longestSide ?? 0) < (first.longestSide ?? 0) }
        // The feed's own size ends the ladder.
        let steps = ([first] + below).prefix { $0.suffix != grammar.size }
        return steps.map { PhotoURL("\(grammar.folder)\(grammar.name(size: $0.suffix))") } + [self]
    }

    /// The addresses of the host's whole pictures above this size, the next one first; none outside the grammar.
    var largerSizes: [PhotoURL] {
        guard let grammar, let own = PhotoVariant.allCases.first(where: { $0.suffix == grammar.size })?.longestSide
        else { return [] }
        return Self.wholeSizes.filter { ($0.longestSide ?? 0) > own }
            .map { PhotoURL("\(grammar.folder)\(grammar.name(size: $0.suffix))") }
    }

    /// This address and those of the photo's other sizes that can be derived from it.
    var everySize: [PhotoURL] {
        guard let grammar else { return [self] }
        let others = PhotoVariant.allCases.filter { $0 != .automatic && $0.suffix != grammar.size }
        return [self] + others.map { PhotoURL("\(grammar.folder)\(grammar.name(size: $0.suffix))") }
    }

    private static let wholeSizes: [PhotoVariant] = [.m, .n, .w, .medium500, .z, .c, .b]

    private static func smallest(covering box: PixelSize, fit: Fit, preview: PixelSize?) -> PhotoVariant {
        let needed = longestSide(covering: box, fit: fit, preview: preview)
        return wholeSizes.first { ($0.longestSide ?? 0) >= needed } ?? .b
    }

    /// The longest side in pixels that a picture of the preview's shape must have to fill the box without enlarging.
    static func longestSide(covering box: PixelSize, fit: Fit, preview: PixelSize?) -> Int {
        // A side of 65,536 is far above the largest size, and small enough that nothing overflows.
        func clamped(_ side: Int) -> Int { min(max(side, 1), 65_536) }
        let shape = preview ?? PixelSize(width: 240, height: 160)
        let (width, height) = (clamped(shape.width), clamped(shape.height))
        let longest = max(width, height)
        let byWidth = (longest * clamped(box.width) + width - 1) / width
        let byHeight = (longest * clamped(box.height) + height - 1) / height
        return switch fit {
        case .contain: min(byWidth, byHeight)
        case .cover, .exact: max(byWidth, byHeight)
        }
    }
}
