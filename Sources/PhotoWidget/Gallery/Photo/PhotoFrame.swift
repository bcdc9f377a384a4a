public import FoundationEssentials
package import WidgetTimeline
internal import WidgetUI

/// The photo widget: a photo of the feed, and another after a while.
package enum PhotoFrame {
    /// Describes the widget with its provider.
    package static func description(_ provider: any WidgetProvider) -> WidgetDescription {
        var description = WidgetDescription(kind: WidgetEngine.photoKind, provider: provider)
        description.displayName = "Photo"
        description.description = "A photo of a feed, and another every few minutes."
        description.contentMarginsDisabled = true
        description.settings = settings
        return description
    }

    /// What may be set for an instance: what the command line's options of the same names say.
    package static let settings = [
        SettingRule("tags", .texts, "photos with these tags", narrows: true),
        SettingRule("tagmode", .choice(["any", "all"]), "whether a photo has any or all of the tags"),
        SettingRule("user", .text, "photos of one author", narrows: true),
        SettingRule("group", .text, "photos of one Flickr group", narrows: true),
        SettingRule("lang", .text, "the feed's language", narrows: true),
        SettingRule("feed", .text, "another endpoint, or a saved feed", narrows: true),
        SettingRule("item", .numberOrText, "which photo", narrows: true),
        SettingRule("allow-addresses", .texts, "blocks of addresses that photos may come from, as 198.18.0.0/15"),
        SettingRule("proxy", .text, "the proxy for all requests"),
        SettingRule("ca-file", .text, "certificate authorities to trust too, in PEM"),
        SettingRule("size", .text, "the box in pixels"),
        SettingRule("fit", .choice(["contain", "cover", "exact"]), "contain, cover or exact"),
        SettingRule("max-area", .numberOrText, "the largest area"),
        SettingRule("variant", .text, "which of the host's sizes is fetched"),
        SettingRule("sandbox", .choice(["on", "off"]), "whether a harmless process decodes pictures"),
        SettingRule("entries", .numberOrText, "how many entries, each with its photo"),
    ]

    /// How often the photo widget may ask its feed, if an entry is shown for `every` seconds.
    ///
    /// A failure is no reason to wait longer than for the next photo: the fetcher keeps what servers ask for.
    package static func rules(every: TimeInterval, budget: DailyBudget? = nil) -> ReloadRules {
        ReloadRules(
            floor: min(60, every), settling: 0.1, budget: budget, firstBackOff: every, longestBackOff: every)
    }
}

/// The photo widget's provider, as the engine asks it: for the loader's own errors, and by the grid of `every` seconds.
package struct PhotoWidgetProvider: WidgetProvider {
    private let provider: PhotoProvider
    private let grid: EntryGrid?

    /// Wraps a provider; with a grid, entries are dated by it, so that a daemon's do not drift.
    package init(_ provider: PhotoProvider, grid: EntryGrid? = nil) {
        self.provider = provider
        self.grid = grid
    }

    package func placeholder(in context: TimelineProviderContext, configuration: InstanceSettings) -> WidgetEntry {
        Self.entry(provider.placeholder(in: context))
    }

    package func snapshot(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> WidgetEntry {
        Self.entry(try session.snapshot(of: provider, in: context))
    }

    package func timeline(
        in context: TimelineProviderContext, configuration: InstanceSettings, session: TimelineSession, now: Date
    ) throws(TimelineError) -> ProviderOutcome<WidgetEntry> {
        do {
            return try timeline(now: now)
        } catch let error as LoadError {
            throw .failed(reason: "\(error)")
        } catch let error as TimelineError {
            throw error
        } catch {
            throw .failed(reason: "\(error)")
        }
    }

    package func answer(to engine: WidgetEngine) throws(WidgetError) -> ProviderOutcome<WidgetEntry> {
        do {
            return try timeline(now: engine.now())
        } catch let error as LoadError {
            throw .load(error)
        } catch let error as TimelineError {
            throw .timeline(error, kind: engine.id.kind, instance: engine.id.instance)
        } catch {
            throw .timeline(.failed(reason: "\(error)"), kind: engine.id.kind, instance: engine.id.instance)
        }
    }

    package func pictures(of entry: WidgetEntry) throws(WidgetError) -> PicturePaths? {
        guard let entry = entry.value as? PhotoEntry else { return nil }
        do { return try provider.pictures(of: entry) } catch { throw .load(error) }
    }

    package func isShown(_ entries: [WidgetEntry], as name: String) {
        provider.pin(entries.compactMap { $0.value as? PhotoEntry }, as: name)
    }

    package func finish() { provider.finish() }

    /// Asks without a watchdog: every step of the loader has a deadline of its own.
    private func timeline(now: Date) throws -> ProviderOutcome<WidgetEntry> {
        let timeline = try provider.timeline(from: grid?.date(at: now) ?? now)
        return try ProviderOutcome(normalizing: timeline, now: now).map(Self.entry)
    }

    private static func entry(_ entry: PhotoEntry) -> WidgetEntry {
        WidgetEntry(entry) { PhotoView(entry: $0) }
    }
}

extension WidgetEngine {
    /// Makes an engine for one instance of the photo widget, whose entries are shown for `every` seconds.
    public init(
        provider: PhotoProvider, stateDirectory: String, instance: String, every: TimeInterval,
        now: @escaping @Sendable () -> Date
    ) {
        var settings = WidgetInstance(WidgetID(kind: Self.photoKind, instance: instance))
        settings.every = every
        self.init(
            PhotoFrame.description(PhotoWidgetProvider(provider)), instance: settings, stateDirectory: stateDirectory,
            rules: PhotoFrame.rules(every: every), now: now)
    }
}
