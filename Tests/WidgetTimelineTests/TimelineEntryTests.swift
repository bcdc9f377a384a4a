import FoundationEssentials
import Testing
import WidgetTimeline

@Suite struct TimelineEntryTests {
    private struct Score: TimelineEntry {
        var date: Date
        var relevance: TimelineEntryRelevance?
    }

    @Test func `an entry that says nothing of its relevance has none`() {
        let entry: any TimelineEntry = MarkedEntry(0)
        #expect(entry.relevance == nil)
    }

    @Test func `an entry that says its relevance keeps it`() {
        let entry: any TimelineEntry = Score(date: start, relevance: TimelineEntryRelevance(score: 3))
        #expect(entry.relevance == TimelineEntryRelevance(score: 3, duration: 0))
    }
}
