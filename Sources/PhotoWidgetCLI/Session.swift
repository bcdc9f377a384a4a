internal import FoundationEssentials
internal import PhotoWidget

/// What a command works with, made of the common options: the clock, the directories, and the rooms on demand.
struct Session {
    var arguments: Arguments
    let shell: Shell
    /// The clock: the real one, or the moment of `--now`.
    let now: @Sendable () -> Date
    /// Where things are.
    let directories: SessionDirectories
    /// Whether a person wants more than plain text.
    let isColorful: Bool
    /// What is being done, for a person at a terminal.
    let progress: ProgressLine
    /// What was said of the cache in this run.
    let cacheWarning: CacheWarning

    init(_ arguments: Arguments, in shell: Shell) throws {
        self.arguments = arguments
        self.shell = shell
        let fixed = try arguments.value(.now, expected: "a date such as 2026-11-30T01:38:00Z") { CivilTime($0)?.date }
        if let fixed { now = { fixed } } else { now = shell.now }
        // An empty variable of a script must not lead to another place than the one that was meant.
        for option in [Option.cacheDirectory, .stateDirectory, .config] where arguments.string(option)?.isEmpty == true
        {
            throw UsageError.badValue(option: option.spelled, value: "", expected: "a path")
        }
        directories = SessionDirectories(
            environment: shell.environment, cacheOverride: arguments.string(.cacheDirectory),
            stateOverride: arguments.string(.stateDirectory))
        isColorful = !arguments.has(.noColor) && (shell.environment["NO_COLOR"] ?? "").isEmpty
        cacheWarning = CacheWarning(shell.err, isWanted: !arguments.has(.quiet))
        progress = ProgressLine(shell.err, isWanted: !arguments.has(.quiet) && isColorful)
    }

    /// Says something that only `--verbose` asks for.
    func note(_ text: String) throws {
        guard arguments.has(.verbose) else { return }
        progress.clear()
        try shell.err.print("photowidget: \(VisibleText.line(SecretText.hidden(in: text)))")
    }

    /// Opens the cache.
    func openCache() throws -> DiskCache {
        try DiskCache(directory: directories.cache, limits: try arguments.cacheLimits(), now: now)
    }

    /// The stage that gets addresses, made of the network options.
    func fetcher(now: @escaping @Sendable () -> Date) throws -> CurlFetcher {
        CurlFetcher(
            userAgent: Self.userAgent, limits: try fetchLimits(), retry: try retryPolicy(),
            network: try arguments.networkSettings(environment: shell.environment), clock: .system(now: now))
    }

    /// The stage that gets many addresses at once.
    func multiFetcher(jobs: Int, clock: FetchClock) throws -> MultiFetcher {
        MultiFetcher(
            userAgent: Self.userAgent, limits: try fetchLimits(), retry: try retryPolicy(), jobs: jobs,
            network: try arguments.networkSettings(environment: shell.environment), clock: clock)
    }

    private static let userAgent = "photowidget/\(Libraries.programVersion) (+\(Libraries.projectURL))"

    private func fetchLimits() throws -> FetchLimits {
        var limits = FetchLimits()
        // No request outlives the run's own deadline.
        let times = [try arguments.seconds(.timeout), try arguments.seconds(.deadline)].compactMap(\.self)
        if let seconds = times.min() { limits.whole = .milliseconds(Int(seconds * 1000)) }
        return limits
    }

    private func retryPolicy() throws -> RetryPolicy {
        RetryPolicy(retries: try arguments.count(.retries, in: 0...10) ?? 3)
    }

    /// The pipeline from feed to thumbnail.
    func loader(now: @escaping @Sendable () -> Date) throws -> PhotoLoader {
        let cache = try pictureCache()
        // Another process that fetches the same is waited for no longer than the fetch itself might take.
        let patience = try fetchLimits().whole
        let memory = MemoryCache<CacheKey, Bitmap>(
            totalCostLimit: Self.memoryLimit, pressure: MemoryPressure(uptime: FetchClock.system(now: now).uptime))
        return PhotoLoader(
            source: FlickrFeed(), fetcher: try fetcher(now: now), cache: cache,
            thumbnails: TieredCache([memory, cache]),
            limits: LoadLimits(
                maxBytes: try arguments.quantity(.maxBytes) ?? LoadLimits.standard.maxBytes,
                allowsPrivateAddresses: arguments.has(.allowPrivate), allowedBlocks: try arguments.allowedBlocks(),
                patience: patience),
            isOffline: arguments.has(.offline), decoder: arguments.decoder, onFeed: tell, onPassedOver: tell,
            onUnkept: { [cacheWarning, directory = cache.directory] in
                cacheWarning.tell($0, of: directory, standIn: nil)
            }, now: now)
    }

    /// Says what a feed had to leave out; what it could mend only with `--verbose`.
    private func tell(of feed: Feed) {
        guard !arguments.has(.quiet) else { return }
        let lines = feed.warnings.map { "warning: \($0)" } + (arguments.has(.verbose) ? feed.notices : [])
        if !lines.isEmpty { progress.clear() }
        // A photo is not lost because nobody can be told about another.
        for line in lines { try? shell.err.print("photowidget: \(VisibleText.line(SecretText.hidden(in: line)))") }
    }

    /// Says why a photo is passed over: with `--verbose`, and always where its picture stopped the decoder.
    private func tell(of error: LoadError) {
        let isStop = if case .picture(.stopped, _) = error { true } else { false }
        guard arguments.has(.verbose) || isStop && !arguments.has(.quiet) else { return }
        progress.clear()
        try? shell.err.print("photowidget: \(VisibleText.line("photo passed over: \(error)"))")
    }

    /// Decoded thumbnails kept in memory, in bytes: WidgetKit's 30 MB rule for all entries together.
    private static let memoryLimit = 30_000_000

    /// What is asked of the feed and its pictures, made of the feed and picture options.
    func photoRequest() throws -> PhotoRequest {
        let (location, endpoint) = try feedLocation()
        return PhotoRequest(
            query: FeedQuery(
                tags: arguments.strings(.tags).flatMap { $0.split(separator: ",").map(String.init) },
                tagMode: arguments.string(.tagMode).flatMap(FeedQuery.TagMode.init) ?? .any,
                user: arguments.string(.user), group: arguments.string(.group), language: arguments.string(.language),
                endpoint: endpoint),
            location: location,
            selection: try arguments.value(
                .item, expected: "first, newest, random, rotate, or a number from 1", FeedSelection.init) ?? .first,
            variant: arguments.string(.variant).flatMap(PhotoVariant.init) ?? .automatic,
            thumbnail: try arguments.thumbnailRequest())
    }

    private func feedLocation() throws -> (FeedLocation, endpoint: String?) {
        guard let feed = arguments.string(.feed) else { return (.network, nil) }
        if feed.hasPrefix("file://") { return (.file(path: String(feed.dropFirst("file://".count))), nil) }
        if feed.contains("://") { return (.network, feed) }
        return (.file(path: try Directories.absolute(feed)), nil)
    }
}
