/// Where an entry's pictures lie, as absolute paths.
package struct PicturePaths: Equatable, Sendable {
    /// The thumbnail as PNG.
    package var png: String
    /// The thumbnail as PAM.
    package var rgba: String
    /// The original as received.
    package var original: String

    /// Makes the paths.
    package init(png: String, rgba: String, original: String) {
        self.png = png
        self.rgba = rgba
        self.original = original
    }
}
