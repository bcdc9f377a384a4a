extension Rect {
    /// The rectangle with all numbers multiplied, as a painter takes them.
    func scaled(by factor: Double) -> Rect {
        Rect(
            x: (minX * factor).paintable, y: (minY * factor).paintable, width: (width * factor).paintable,
            height: (height * factor).paintable)
    }

    /// The rectangle in pixels, each edge on the nearest whole one; what has a width or a height has at least a pixel of it.
    ///
    /// Coordinates beyond what Cairo can count are cut off; no picture reaches so far.
    func pixels(scale: Double) -> Rect {
        func edges(_ from: Double, _ length: Double) -> (from: Double, length: Double) {
            let start = (from * scale).rounded().paintable
            let end = ((from + length) * scale).rounded().paintable
            return (start, length > 0 ? max(end - start, 1) : 0)
        }
        let (horizontal, vertical) = (edges(minX, width), edges(minY, height))
        return Rect(x: horizontal.from, y: vertical.from, width: horizontal.length, height: vertical.length)
    }
}
