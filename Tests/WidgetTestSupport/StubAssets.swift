internal import Raster
package import WidgetUI

/// Named pictures that a test sets.
package struct StubAssets: AssetSource {
    private let assets: [String: Asset]

    /// Makes a source of pictures by their names.
    package init(_ assets: [String: Asset]) { self.assets = assets }

    package func asset(named name: String, scheme: ColorScheme) -> Asset? { assets[name] }
}

extension Asset {
    /// A transparent picture of so many pixels.
    package static func blank(width: Int, height: Int, scale: Double = 1) -> Asset {
        let pixels = [UInt8](repeating: 0, count: width * height * 4)
        return Asset(bitmap: Bitmap(size: PixelSize(width: width, height: height), pixels: pixels), scale: scale)
    }
}
