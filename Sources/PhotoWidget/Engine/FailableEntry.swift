public import WidgetTimeline

/// An entry that can say that it is none: what it was to be made of could not be read.
///
/// A completion cannot throw; this is how a provider fails. The last good entry then stays, with the reason.
public protocol FailableEntry: TimelineEntry {
    /// Why there is nothing to show; `nil` if there is.
    var failure: String? { get }
}
