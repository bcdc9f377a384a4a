/// How the samples of a decoded row lie and what they mean; eight bits each.
enum SampleLayout: Sendable {
    /// One sample a pixel.
    case gray
    /// Gray, then straight alpha.
    case grayAlpha
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, straight alpha.
    case rgba
    /// Cyan, magenta, yellow, black as JPEG files store them: 255 is no ink.
    case cmyk

    /// Samples a pixel.
    var channels: Int {
        switch self {
        case .gray: 1
        case .grayAlpha: 2
        case .rgb: 3
        case .rgba, .cmyk: 4
        }
    }

    /// What the samples mean while they are scaled.
    var model: PixelModel {
        switch self {
        case .gray: .gray
        case .grayAlpha: .grayAlpha
        case .rgb: .rgb
        case .rgba: .rgba
        case .cmyk: .cmyk
        }
    }

    /// Whether the last sample is alpha, so that the others are scaled premultiplied.
    var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
}

/// Turns a finished row into sRGB, in place: four bytes a pixel come in, RGBA leaves.
///
/// Rows of gray, RGB and RGBA pictures come as RGBA (gray: three equal samples), whose alpha stays as it is. Rows of
/// CMYK pictures come as the four inks, 255 for none, and leave opaque.
typealias RowTransform = (_ row: inout MutableSpan<UInt8>) -> Void

/// What the planes of a pixel mean while they are scaled.
enum PixelModel: Sendable {
    case gray, rgb, ycc
    /// Premultiplied, alpha last.
    case grayAlpha, rgba
    /// Inks as JPEG files store them: 255 is none; plain, or the first three as luma and chroma.
    case cmyk, ycck

    /// Whether finished rows are inks and not light.
    var isInk: Bool { self == .cmyk || self == .ycck }
}
