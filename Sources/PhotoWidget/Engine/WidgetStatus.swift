package import FoundationEssentials
package import WidgetTimeline

/// How it stands with one instance of a widget: what is shown, since when, and what it waits for.
package struct WidgetStatus: Sendable {
    /// Which widget, and which one of its kind.
    package var id: WidgetID
    /// The moment for which all this holds.
    package var date: Date
    /// What is published; `nil` if nothing is.
    package var entry: PublishedEntry?
    /// What the schedule remembers.
    package var state: SchedulerState
    /// What comes next; `nil` if nothing does until somebody asks.
    package var next: ScheduledEvent?
    /// How many reloads a day may bring; `nil` is no limit.
    package var budget: DailyBudget?
    /// Whether a daemon runs the instance.
    package var hasDaemon: Bool

    /// Since when what is shown is known: the entry's date, or the provider's last good answer where the entry is stale.
    package var goodSince: Date? { entry.map { $0.goodSince ?? $0.date } }
    /// How long ago that was, in seconds.
    package var age: TimeInterval? { goodSince.map { date.timeIntervalSince($0) } }
    /// How many reloads are left now; `nil` is no limit.
    package var budgetLeft: Double? { budget.map { state.budget.left(of: $0, at: date) } }
}

extension WidgetEngine {
    /// How it stands with the instance now.
    package func status() throws(WidgetError) -> WidgetStatus {
        let date = now()
        return try publishing { () throws(PublishError) in
            let state = try schedule.read().state
            return WidgetStatus(
                id: id, date: date, entry: try publisher.current(kind: id.kind, instance: id.instance), state: state,
                next: TimelineScheduler(rules: rules, state: state).next(after: date), budget: rules.budget,
                hasDaemon: try schedule.hasDaemon())
        }
    }
}
