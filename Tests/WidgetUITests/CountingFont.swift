import Synchronization
import WidgetUI

/// A font that counts how often it is asked.
final class CountingFont: TextMeasuring {
    private let asked = Atomic(0)

    /// How often it was asked.
    var count: Int { asked.load(ordering: .relaxed) }

    func metrics(of text: StyledText, in room: Proposal) -> TextMetrics {
        asked.add(1, ordering: .relaxed)
        return TextMetrics(size: Size(width: min(30, room.width ?? 30), height: 20))
    }
}
