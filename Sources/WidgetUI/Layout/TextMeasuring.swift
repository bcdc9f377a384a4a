/// What knows how large text is.
package protocol TextMeasuring: Sendable {
    /// Measures text in a room.
    ///
    /// A width breaks lines; `nil` or infinity is one line a paragraph. A height, with `lineLimit`, bounds the number of
    /// lines; at least one is always there.
    func metrics(of text: StyledText, in room: Proposal) -> TextMetrics
}

/// How large text is.
package struct TextMetrics: Equatable, Sendable {
    /// The widest line, and all lines' heights together, in points.
    package var size: Size
    /// From the top to the first line's baseline, in points.
    package var firstBaseline: Double
    /// From the top to the last line's baseline, in points.
    package var lastBaseline: Double

    /// Makes metrics; without baselines the text stands on its lower edge.
    package init(size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
        self.size = size
        self.firstBaseline = firstBaseline ?? size.height
        self.lastBaseline = lastBaseline ?? firstBaseline ?? size.height
    }
}
