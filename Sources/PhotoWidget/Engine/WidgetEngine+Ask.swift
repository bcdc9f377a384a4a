package import Storage
package import WidgetTimeline

extension WidgetEngine {
    /// A timeline as it would be published.
    package struct Preview: Equatable, Sendable {
        /// What would be published, one for each entry.
        package var entries: [PublishedEntry]
        /// When the provider wants to be asked again.
        package var policy: TimelineReloadPolicy
        /// What had to be put right.
        package var notes: [ProviderNote]
    }

    /// Asks the provider; nothing is published, and the schedule does not learn of it.
    ///
    /// Pictures named by an entry are files that are there and whole. No more than `limit` entries come.
    package func timeline(limit: Int? = nil) throws(WidgetError) -> Preview {
        let outcome = try widget.provider.answer(to: self)
        let entries = outcome.timeline.entries
        var documents = Array(publications(of: outcome.timeline, drawn: false).map(\.document))
        documents.removeLast(max(documents.count - (limit ?? documents.count), 0))
        for index in documents.indices where documents[index].image != nil {
            guard let paths = try widget.provider.pictures(of: entries[index]) else { continue }
            documents[index].image?.png = paths.png
            documents[index].image?.rgba = paths.rgba
            documents[index].image?.original = paths.original
        }
        return Preview(entries: documents, policy: outcome.timeline.policy, notes: outcome.notes)
    }

    /// Plays a span of the instance's life on a virtual clock, which the provider must read too.
    package func simulate(_ simulation: Simulation) -> SimulationReport {
        simulation.run { now throws(TimelineError) in
            try widget.provider.timeline(in: context, configuration: instance.settings, session: session, now: now)
        }
    }

    /// Says that this process runs the instance until the lock ends; `nil` if another does.
    package func daemonLock() throws(WidgetError) -> FileLock? {
        try publishing { () throws(PublishError) in try schedule.daemonLock() }
    }
}
