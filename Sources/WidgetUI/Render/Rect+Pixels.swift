extension Rect {
    /// The rectangle with all numbers multiplied.
    func scaled(by factor: Double) -> Rect {
        Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
    }

    /// The rectangle in pixels, each edge on the nearest whole one; what has a width or a height has at least a pixel of it.
    ///
    /// Coordinates beyond what Cairo can count are cut off; no picture reaches so far.
    func pixels(scale: Double) -> Rect {
        func edges(_ from: Double, _ length: Double) -> (from: Double, length: Double) {
            let limit = 1e6
            func cut(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -limit), limit) }
            let start = cut((from * scale).rounded())
            let end = cut(((from + length) * scale).rounded())
            return (start, length > 0 ? max(end - start, 1) : 0)
        }
        let (horizontal, vertical) = (edges(minX, width), edges(minY, height))
        return Rect(x: horizontal.from, y: vertical.from, width: horizontal.length, height: vertical.length)
    }
}
