public import FoundationEssentials

/// What a widget shows from one moment on.
public protocol TimelineEntry {
    /// When the entry is to be shown.
    var date: Date { get }
    /// How much the entry matters at its date, against the widget's other entries; `nil`, the default, says nothing.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    /// Says nothing of the entry's relevance.
    public var relevance: TimelineEntryRelevance? { nil }
}
