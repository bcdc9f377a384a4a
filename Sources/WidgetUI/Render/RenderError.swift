public import Raster

/// Why a widget's picture could not be painted.
public enum RenderError: Error, Equatable, Sendable {
    /// A library that paints is not installed; the Debian package that brings it.
    case libraryMissing(package: String)
    /// The picture would have no pixels, or more than can be painted.
    case badSize(PixelSize, limit: Int)
    /// There is no font at all, so that no text can be drawn.
    case noFonts
    /// The library gave up, for lack of memory as a rule.
    case failed
    /// A view took longer to evaluate than a picture is worth.
    case tooSlow
}

extension RenderError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .libraryMissing(let package): "Pango is not installed; install the package \(package)"
        case .badSize(let size, let limit):
            "a picture of \(size) pixels cannot be painted: both sides must be from 1 to \(limit)"
        case .noFonts: "there are no fonts; install the package fonts-dejavu-core"
        case .failed: "Cairo could not paint the picture"
        case .tooSlow: "the widget's view takes too long"
        }
    }
}
