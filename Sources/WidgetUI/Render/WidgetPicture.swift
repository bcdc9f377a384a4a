package import FoundationEssentials
package import Raster

/// A widget's picture, and all that belongs to it.
package struct WidgetPicture: Equatable, Sendable {
    /// The pixels.
    package let bitmap: Bitmap
    /// The widget's size in points.
    package let size: Size
    /// Where links can be hit, in points, the one painted last first.
    package let hits: [HitRegion]
    /// The address for a tap that hits no link.
    package let widgetURL: URL?
    /// What the picture says in words.
    package let altText: String
    /// What a person should know.
    package var findings: [Finding]
}

extension PlacedWidget {
    /// Paints the widget.
    ///
    /// - Parameters:
    ///   - scale: Pixels a point, more than 0.
    ///   - cornerRadius: The radius of the widget's corners in points, for shapes that follow them; the picture itself
    ///     has square corners, which whoever shows it rounds.
    ///   - text: What measured the texts.
    /// - Returns: The picture, and all that belongs to it.
    /// - Throws: `RenderError` where there is no library, no memory, or no sensible size.
    package func picture(scale: Double, cornerRadius: Double = 22, text: TextEngine) throws(RenderError)
        -> WidgetPicture
    {
        var painter = try Painter(size: size, scale: scale, cornerRadius: cornerRadius, text: text)
        for node in [background, content] {
            if let node { painter.paint(node) }
        }
        let bitmap: Bitmap
        do {
            bitmap = try painter.bitmap()
        } catch .failed where !text.hasFonts {
            throw .noFonts
        }
        return WidgetPicture(
            bitmap: bitmap, size: size, hits: hits, widgetURL: widgetURL, altText: altText,
            findings: findings + painter.findings)
    }
}
