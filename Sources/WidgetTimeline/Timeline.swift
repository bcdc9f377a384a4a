/// Entries in the order of their dates, and when to ask for more.
public struct Timeline<EntryType: TimelineEntry> {
    /// What to show; each entry from its date until the next one's.
    public let entries: [EntryType]
    /// When to ask the provider again.
    public let policy: TimelineReloadPolicy

    /// Makes a timeline as a provider hands it over: nothing is checked or sorted here, see ``ProviderOutcome``.
    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}
extension Timeline: Equatable where EntryType: Equatable {}
