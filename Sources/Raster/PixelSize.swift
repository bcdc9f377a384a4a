/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// Columns, in pixels.
    public var width: Int
    /// Rows, in pixels.
    public var height: Int

    /// Makes a size of so many columns and rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height, in pixels; `Int.max` where the product does not fit.
    public var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Width and height exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// `WIDTHxHEIGHT`.
    public var description: String { "\(width)x\(height)" }
}
