package import WidgetUI

/// A font whose words have sizes that a test sets, so that frames are exact on every machine.
///
/// A word without a size is as wide as it has characters, times 10, and 20 high. What does not fit a width is cut to it;
/// where lines may break, the rest goes to further lines.
package struct StubFont: TextMeasuring {
    private let sizes: [String: Size]
    private let breaksLines: Bool

    /// Makes a font.
    package init(sizes: [String: Size] = [:], breaksLines: Bool = false) {
        self.sizes = sizes
        self.breaksLines = breaksLines
    }

    package func metrics(of text: StyledText, in room: Proposal) -> TextMetrics {
        let natural = sizes[text.string] ?? Size(width: Double(text.string.count) * 10, height: 20)
        let width = min(natural.width, room.width ?? .infinity)
        var lines = 1.0
        if breaksLines, width > 0 {
            lines = (natural.width / width).rounded(.up)
            if let limit = text.lineLimit { lines = min(lines, Double(limit)) }
        }
        let size = Size(width: width, height: natural.height * lines)
        return TextMetrics(
            size: size, firstBaseline: natural.height * 0.75, lastBaseline: size.height - natural.height / 4)
    }
}
