public import FoundationEssentials

/// What is to be done now.
public enum ScheduledAction: Hashable, Sendable {
    /// Show the entry of this index in the last good timeline.
    case show(Int)
    /// Ask the provider, then tell the scheduler how it went: `accept` or `fail`.
    case reload(ReloadCause)
}

/// What is to be done next, and when.
public struct ScheduledEvent: Hashable, Sendable {
    /// When; not before the date asked about.
    public var date: Date
    /// What.
    public var action: ScheduledAction
    /// What holds a reload back; `nil` if nothing does.
    public var hold: ReloadHold?

    /// Makes an event.
    public init(date: Date, action: ScheduledAction, hold: ReloadHold? = nil) {
        self.date = date
        self.action = action
        self.hold = hold
    }
}
