package import FoundationEssentials
package import WidgetTimeline
package import WidgetUI

/// A provider of any sort, as the engine asks it: with the settings of an instance, for entries that know their view.
package protocol WidgetProvider: Sendable {
    /// A generic entry, at once, without data.
    func placeholder(in context: TimelineProviderContext, configuration: InstanceSettings) -> WidgetEntry
    /// One entry as it would look now.
    func snapshot(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> WidgetEntry
    /// The entries from now on, put right, and when to ask again.
    func timeline(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry>

    /// The entries for an engine: as `timeline`, where an error may be the provider's own.
    func answer(to engine: WidgetEngine) throws(WidgetError) -> ProviderOutcome<WidgetEntry>
    /// Where the pictures of an entry lie that is not published: files that are there and whole; `nil` if it has none.
    func pictures(of entry: WidgetEntry) throws(WidgetError) -> PicturePaths?
    /// Learns that the entries of a timeline are shown from now on, in place of those before, by an instance of a name.
    func isShown(_ entries: [WidgetEntry], as name: String)
    /// Does what could wait until the entry was out.
    func finish()
}

extension WidgetProvider {
    package func answer(to engine: WidgetEngine) throws(WidgetError) -> ProviderOutcome<WidgetEntry> {
        do {
            return try timeline(
                in: engine.context, configuration: engine.instance.settings, session: engine.session, now: engine.now())
        } catch {
            throw .timeline(error, kind: engine.id.kind, instance: engine.id.instance)
        }
    }

    package func pictures(of entry: WidgetEntry) throws(WidgetError) -> PicturePaths? { nil }
    package func isShown(_ entries: [WidgetEntry], as name: String) {}
    package func finish() {}
}

/// A ``TimelineProvider`` and the view of its entries.
///
/// Unchecked, since a provider of a listing written for iPhone need not be Sendable. As with WidgetKit, it is asked
/// from whatever thread there is, each call with everything that it needs; its methods cannot change it.
package struct StaticWidgetProvider<Provider: TimelineProvider>: WidgetProvider, @unchecked Sendable {
    private let provider: Provider
    private let view: @MainActor (Provider.Entry) -> any View

    /// Wraps a provider.
    package init(_ provider: Provider, content: @escaping @MainActor (Provider.Entry) -> some View) {
        self.provider = provider
        view = { content($0) }
    }

    package func placeholder(in context: TimelineProviderContext, configuration: InstanceSettings) -> WidgetEntry {
        WidgetEntry(provider.placeholder(in: context), view: view)
    }

    package func snapshot(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> WidgetEntry {
        WidgetEntry(try session.snapshot(of: provider, in: context), view: view)
    }

    package func timeline(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry> {
        try session.timeline(of: provider, in: context, now: now).entries(view)
    }
}

/// An ``IntentTimelineProvider``, how its intent is made of an instance's settings, and the view of its entries.
///
/// Unchecked for the reason of ``StaticWidgetProvider``; an intent is made anew for each call.
package struct IntentWidgetProvider<Provider: IntentTimelineProvider>: WidgetProvider, @unchecked Sendable {
    private let provider: Provider
    private let intent: @Sendable (InstanceSettings) throws(TimelineError) -> Provider.Intent
    private let view: @MainActor (Provider.Entry) -> any View

    /// Wraps a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - intent: Makes the intent of an instance's settings, or says what is wrong with them
    ///     (``TimelineError/failed(reason:)``).
    ///   - content: Makes the view of an entry.
    package init(
        _ provider: Provider,
        intent: @escaping @Sendable (InstanceSettings) throws(TimelineError) -> Provider.Intent,
        content: @escaping @MainActor (Provider.Entry) -> some View
    ) {
        self.provider = provider
        self.intent = intent
        view = { content($0) }
    }

    package func placeholder(in context: TimelineProviderContext, configuration: InstanceSettings) -> WidgetEntry {
        WidgetEntry(provider.placeholder(in: context), view: view)
    }

    package func snapshot(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> WidgetEntry {
        WidgetEntry(try session.snapshot(of: provider, for: try intent(configuration), in: context), view: view)
    }

    package func timeline(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry> {
        let intent = try intent(configuration)
        return try session.timeline(of: provider, for: intent, in: context, now: now).entries(view)
    }
}

/// An ``AppIntentTimelineProvider``, how its intent is made of an instance's settings, and the view of its entries.
package struct AppIntentWidgetProvider<Provider: AppIntentTimelineProvider>: WidgetProvider {
    private let provider: Provider
    private let intent: @Sendable (InstanceSettings) throws(TimelineError) -> Provider.Intent
    private let view: @MainActor (Provider.Entry) -> any View

    /// Wraps a provider; `intent` and `content` as for ``IntentWidgetProvider``.
    package init(
        _ provider: Provider,
        intent: @escaping @Sendable (InstanceSettings) throws(TimelineError) -> Provider.Intent,
        content: @escaping @MainActor (Provider.Entry) -> some View
    ) {
        self.provider = provider
        self.intent = intent
        view = { content($0) }
    }

    package func placeholder(in context: TimelineProviderContext, configuration: InstanceSettings) -> WidgetEntry {
        WidgetEntry(provider.placeholder(in: context), view: view)
    }

    package func snapshot(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> WidgetEntry {
        WidgetEntry(try session.snapshot(of: provider, for: try intent(configuration), in: context), view: view)
    }

    package func timeline(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry> {
        let intent = try intent(configuration)
        return try session.timeline(of: provider, for: intent, in: context, now: now).entries(view)
    }
}

extension ProviderOutcome {
    /// The entries with their views.
    ///
    /// - Throws: ``TimelineError/failed(reason:)`` where the first entry says that it is none.
    fileprivate func entries(
        _ view: @escaping @MainActor (Entry) -> any View
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry> {
        if let reason = (timeline.entries.first as? any FailableEntry)?.failure { throw .failed(reason: reason) }
        return map { WidgetEntry($0, view: view) }
    }
}

extension TimelineError {
    /// Does what a provider needs; its error becomes the provider's.
    static func wrapping<Result>(_ work: () throws -> Result) throws(TimelineError) -> Result {
        do { return try work() } catch { throw .failed(reason: "\(error)") }
    }
}
