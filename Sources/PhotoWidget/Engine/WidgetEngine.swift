package import FoundationEssentials
internal import PhotoFeed
internal import Storage
package import WidgetTimeline

/// Runs one instance of a widget: asks its provider, publishes its entries when their time has come, and keeps the last
/// good one when the provider fails.
///
/// Any number of processes may run the same instance: what the schedule remembers is on disk, the provider is asked
/// under the instance's lock, and entries that are shown later lie ready beside the published one.
public struct WidgetEngine: Sendable {
    /// The kind under which the photo widget is published.
    public static let photoKind = "photo"

    /// Which widget, and which one of its kind.
    package let id: WidgetID
    /// How often the provider may be asked.
    package let rules: ReloadRules
    let widget: WidgetDescription
    let instance: WidgetInstance
    let publisher: Publisher
    let schedule: ScheduleStore
    let session: TimelineSession
    let now: @Sendable () -> Date
    /// What draws the entries that are published; `nil` where they are not drawn.
    package var drawing: PublishedDrawing?
    /// The size in points, where it is not the family's.
    package var displaySize: DisplaySize?

    /// Makes an engine for one instance of a widget.
    ///
    /// - Parameters:
    ///   - widget: What is asked.
    ///   - instance: What a person has set.
    ///   - stateDirectory: Where it is published, and its schedule kept.
    ///   - publisher: Where it is published, if elsewhere.
    ///   - rules: How often the provider may be asked.
    ///   - session: How it is asked.
    ///   - now: The clock.
    package init(
        _ widget: WidgetDescription, instance: WidgetInstance, stateDirectory: String, publisher: Publisher? = nil,
        rules: ReloadRules = ReloadRules(), session: TimelineSession = TimelineSession(callsElsewhere: true),
        now: @escaping @Sendable () -> Date
    ) {
        self.widget = widget
        self.instance = instance
        id = instance.id
        self.publisher = publisher ?? Publisher(stateDirectory: stateDirectory)
        schedule = ScheduleStore(stateDirectory: stateDirectory, id: instance.id)
        self.rules = rules
        self.session = session
        self.now = now
    }

    /// For what the provider is asked.
    package var context: TimelineProviderContext {
        let family = instance.family ?? widget.supportedFamilies.first ?? .systemSmall
        let size = displaySize ?? FamilySizes.standard[family] ?? DisplaySize(width: 158, height: 158)
        return TimelineProviderContext(family: family, displaySize: size)
    }

    /// The keys of the shared store of which the instance shows something.
    package var watchedKeys: [SharedKey] { widget.watches(instance.settings) }

    // MARK: What runs do

    /// Asks for a timeline now, whatever the schedule says, and publishes the entry that is due.
    ///
    /// Where the provider fails, what was published before is published again as stale, with the reason; where nothing
    /// good was, a photo's error is thrown, and other widgets publish their placeholder. An empty feed and a wrong
    /// question are answers, not failures: they are thrown, and what was published stays as it is.
    public func refresh() throws(WidgetError) -> PublishedEntry {
        let lock = try lock()
        defer { extendLifetime(lock) }
        try update { _, scheduler in scheduler.begin(by: .person, at: now()) }
        return try ask()
    }

    /// Does what is due now: shows the next entry, asks the provider, both, or nothing.
    ///
    /// - Returns: What was published, in order.
    package func advance() throws(WidgetError) -> [PublishedEntry] {
        let lock = try lock()
        defer { extendLifetime(lock) }
        let (actions, sets) = try update { record, scheduler in
            // Whoever holds the instance's lock knows that no reload is running: one that has not ended never will.
            if scheduler.state.running != nil {
                scheduler.fail("the run that asked before was ended", at: now())
            }
            return (scheduler.advance(to: now()), record.sets)
        }
        var published: [PublishedEntry] = []
        for action in actions {
            switch action {
            case .show(let index):
                guard sets.indices.contains(index), let entry = try show(sets[index]) else {
                    // Somebody has removed what was put aside: a new timeline brings it back.
                    try update { _, scheduler in _ = scheduler.request(by: .person, at: now()) }
                    continue
                }
                published.append(entry)
            case .reload: published.append(try ask())
            }
        }
        return published
    }

    /// What is to be done next, and when; `nil` if there is nothing until somebody asks for a reload.
    package func next() throws(WidgetError) -> ScheduledEvent? {
        TimelineScheduler(rules: rules, state: try state()).next(after: now())
    }

    /// Notes that somebody wants a new timeline, and says what becomes of it; ``advance()`` does it.
    package func request(by requester: ReloadRequester) throws(WidgetError) -> ReloadAnswer {
        try update { _, scheduler in scheduler.request(by: requester, at: now()) }
    }

    /// Does what could wait until the entry was out: revalidations, and once a day tidying up.
    public func finish() { widget.provider.finish() }

    /// The entry to show where nothing good was ever seen.
    public func placeholder(because error: WidgetError) -> PublishedEntry {
        placeholderPublication(because: error.reason, until: now() + (instance.every ?? rules.firstBackOff)).document
    }

    // MARK: Asking

    /// Asks the provider, and tells the schedule how it went; the caller holds the lock, and the reload has begun.
    private func ask() throws(WidgetError) -> PublishedEntry {
        let outcome: ProviderOutcome<WidgetEntry>
        do {
            outcome = try widget.provider.answer(to: self)
        } catch {
            return try fail(error)
        }
        return try publish(outcome)
    }

    /// Publishes a timeline, and then tells the schedule: a run that is killed between the two is asked again.
    private func publish(_ outcome: ProviderOutcome<WidgetEntry>) throws(WidgetError) -> PublishedEntry {
        let moment = now()
        var plan = TimelineScheduler(rules: rules, state: try state())
        plan.accept(outcome, at: moment)
        let publications = publications(of: outcome.timeline, reload: plan.state.waiting?.due)
        let published: (entry: PublishedEntry, names: [String])
        do {
            published = try publish(publications, at: plan.show(at: moment))
        } catch {
            // What could not be published is tried again, before the timeline is over.
            _ = try? update { _, scheduler in scheduler.fail("\(error)", at: moment) }
            throw .publish(error)
        }
        try update { record, scheduler in
            scheduler.accept(outcome, at: moment)
            _ = scheduler.show(at: moment)
            record.sets = published.names
        }
        widget.provider.isShown(outcome.timeline.entries, as: "\(id)")
        return published.entry
    }

    /// Publishes the entry of an index and puts those after it aside; the names of all sets, one for each entry.
    ///
    /// Where every entry lies ahead, what was good stays until then; without that the first is shown early.
    private func publish(
        _ publications: LazyMapCollection<Range<Int>, Publication>, at index: Int?
    ) throws(PublishError) -> (entry: PublishedEntry, names: [String]) {
        if index == nil, let current = try? publisher.current(kind: id.kind, instance: id.instance),
            current.status != .placeholder
        {
            return (current, try publisher.setAside(publications, kind: id.kind, instance: id.instance))
        }
        let shown = index ?? 0
        let (entry, names) = try publisher.publish(publications[shown], then: publications[(shown + 1)...])
        // An entry that was over before the provider had answered is not shown any more.
        return (entry, Array(repeating: names[0], count: shown) + names)
    }

    private func fail(_ error: WidgetError) throws(WidgetError) -> PublishedEntry {
        let (retry, goodSince) = try update { _, scheduler in
            scheduler.fail(error.reason, at: now())
            return (scheduler.state.waiting?.due, scheduler.state.lastSuccess)
        }
        if case .load(let cause) = error, !cause.leavesLastPictureGood { throw error }
        let stale = try publishing { () throws(PublishError) in
            try publisher.publishStale(
                kind: id.kind, instance: id.instance, date: now(), validUntil: retry,
                policy: retry.map(TimelineReloadPolicy.after) ?? .never, reason: error.reason, goodSince: goodSince
            ) { files, age in drawing?.aged(files, age: age) ?? PublishedDrawing.good(files) }
        }
        if let stale { return stale }
        guard case .timeline = error else { throw error }
        return try publishing { () throws(PublishError) in
            try publisher.publish(placeholderPublication(because: error.reason, until: retry)).entry
        }
    }

    private func show(_ name: String) throws(WidgetError) -> PublishedEntry? {
        try publishing { () throws(PublishError) in try publisher.show(name, kind: id.kind, instance: id.instance) }
    }

    // MARK: Locks and errors

    private func lock() throws(WidgetError) -> FileLock {
        guard
            let lock = try publishing({ () throws(PublishError) in
                try publisher.lock(kind: id.kind, instance: id.instance)
            })
        else { throw .alreadyRunning(kind: id.kind, instance: id.instance) }
        return lock
    }

    @discardableResult
    func update<Result>(
        by rules: ReloadRules? = nil, _ body: (inout ScheduleRecord, inout TimelineScheduler) -> Result
    ) throws(WidgetError) -> Result {
        try publishing { () throws(PublishError) in try schedule.update(rules: rules ?? self.rules, body) }
    }

    func state() throws(WidgetError) -> SchedulerState {
        try publishing { () throws(PublishError) in try schedule.read().state }
    }

    func publishing<R: ~Copyable>(_ body: () throws(PublishError) -> R) throws(WidgetError) -> R {
        do { return try body() } catch { throw .publish(error) }
    }
}
