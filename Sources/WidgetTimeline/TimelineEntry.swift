public import FoundationEssentials

/// What a widget shows from one moment on.
public protocol TimelineEntry {
    /// When the entry is to be shown.
    var date: Date { get }
}
