package import Raster

/// Where named pictures come from.
package protocol AssetSource: Sendable {
    /// The picture of a name for a scheme, at the scale that is drawn; `nil` where there is none.
    func asset(named name: String, scheme: ColorScheme) -> Asset?
    /// The picture of a symbol's name; `nil` where there is none.
    func symbol(named name: String) -> Asset?
}

extension AssetSource {
    /// No symbols unless the source has some.
    package func symbol(named name: String) -> Asset? { nil }
}

/// A picture of a name.
package struct Asset: Equatable, Sendable {
    /// The pixels.
    package let bitmap: Bitmap
    /// Pixels a point: 2 for an `@2x` file.
    package let scale: Double

    /// Takes pixels and how many of them are a point, more than 0.
    package init(bitmap: Bitmap, scale: Double = 1) {
        self.bitmap = bitmap
        self.scale = scale > 0 ? scale : 1
    }

    /// The size in points.
    package var size: Size {
        Size(width: Double(bitmap.size.width) / scale, height: Double(bitmap.size.height) / scale)
    }
}

/// No assets at all.
package struct NoAssets: AssetSource {
    /// Makes an empty source.
    package init() {}

    package func asset(named name: String, scheme: ColorScheme) -> Asset? { nil }
}
