package import Raster

/// Why a widget's picture could not be painted.
package enum RenderError: Error, Equatable, Sendable {
    /// A library that paints is not installed; the Debian package that brings it.
    case libraryMissing(package: String)
    /// The picture would have no pixels, or more than can be painted.
    case badSize(PixelSize, limit: Int)
    /// The library gave up, for lack of memory as a rule.
    case failed
}

extension RenderError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .libraryMissing(let package): "Pango is not installed; install the package \(package)"
        case .badSize(let size, let limit):
            "a picture of \(size) pixels cannot be painted: both sides must be from 1 to \(limit)"
        case .failed: "Cairo could not paint the picture"
        }
    }
}
