internal import Storage
package import WidgetUI

/// One of the pictures that are published of an entry.
package struct PictureVariant: Hashable, Sendable {
    /// Pixels a point.
    package var scale: Double
    /// Whether it is for a light or a dark surrounding.
    package var scheme: ColorScheme

    /// Makes a variant.
    package init(scale: Double, scheme: ColorScheme) {
        self.scale = scale
        self.scheme = scheme
    }

    /// The variant that a file of this name is; `nil` for another file.
    init?(fileName: String) {
        guard fileName.hasPrefix("widget"), fileName.hasSuffix(".png") else { return nil }
        var rest = fileName.dropFirst("widget".count).dropLast(".png".count)
        scheme = rest.hasPrefix("-dark") ? .dark : .light
        if scheme == .dark { rest = rest.dropFirst("-dark".count) }
        guard let scale = rest.isEmpty ? 1 : Double(rest.dropFirst().dropLast()), scale > 0 else { return nil }
        self.scale = scale
        guard self.fileName == fileName else { return nil }
    }

    /// What is published unless a person asks for others: both schemes, for usual and for fine displays.
    package static let standard = ColorScheme.allCases.flatMap { scheme in
        [1.0, 2].map { PictureVariant(scale: $0, scheme: scheme) }
    }

    /// The file's name: `widget.png`, `widget@2x.png`, `widget-dark.png`, `widget-dark@1.5x.png`.
    package var fileName: String {
        let number = scale == scale.rounded() ? String(Int(bounded: scale)) : String(scale)
        return "widget\(scheme == .dark ? "-dark" : "")\(scale == 1 ? "" : "@\(number)x").png"
    }
}
