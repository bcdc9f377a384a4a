internal import FoundationEssentials
internal import PhotoWidget

/// All photos of the feed into the cache, without publishing: what cron does before anybody looks.
struct PrefetchCommand: Command {
    static let specification = CommandSpecification(
        name: "prefetch", summary: "bring all photos of the feed into the cache, without publishing",
        discussion: """
            Made for cron: prints nothing on success. What is fresh costs no request, so a run that was cut short is
            continued by the next one, and an unchanged feed costs one request. A host is asked over at most two
            connections, and no more than once a second after the first 20 photos.
            --budget, --deadline and a full cache end a run early; that is said on stderr (not with --quiet), and the
            status is 0, as nothing went wrong. Photos that their host no longer has are left out. Where others failed,
            one line says so, and the status is that of the first: 69, or 75 where the host said wait.
            One prefetch at a time uses a cache: a second one leaves at once with 75, or waits with --wait.
            """,
        options: [
            OptionGroup(title: "Prefetch options", options: [.photoCount, .parallelJobs, .budget, .deadline, .wait]),
            .feedWithoutItem, OptionGroup(title: "Picture options", options: [.sizes, .fit, .variant, .freedesktop]),
            .limits,
            .network,
        ])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let request = try prefetchRequest(session)
        let jobs = try arguments.count(.parallelJobs, in: 1...64) ?? 6
        try checkCache(session)
        let loader = try session.loader(now: session.now)
        let desktop =
            arguments.has(.freedesktop)
            ? try DesktopThumbnails(environment: shell.environment, decoder: arguments.decoder) : nil
        let lock = try lock(session, patience: request.deadline)
        defer { extendLifetime(lock) }
        let clock = FetchClock.system(now: session.now)
        let prefetcher = Prefetcher(
            loader: loader, queue: try session.multiFetcher(jobs: jobs, clock: clock), uptime: clock.uptime)
        session.progress.show("asking for the feed …")
        defer { session.progress.clear() }
        var shownAt: Duration?
        let summary = try prefetcher.run(request) { progress in
            if let shownAt, progress.elapsed - shownAt < Self.frame { return }
            shownAt = progress.elapsed
            session.progress.show(PrefetchText.line(of: progress))
        }
        if let desktop {
            let sizes = Arguments.desktopSizes(of: request.boxes)
            for path in summary.originals {
                // In a cache that cannot be written to, programs that compare fractions make their own.
                try? FileStatus.dropFraction(ofTimeAt: path)
                _ = try desktop.make(
                    of: path, sizes.isEmpty ? [.large] : sizes, limits: request.photos.thumbnail.limits)
            }
        }
        session.progress.clear()
        return try report(summary, of: request, after: clock.uptime(), in: session)
    }

    /// The shortest time between two progress lines.
    private static let frame = Duration.milliseconds(100)

    private func prefetchRequest(_ session: Session) throws -> PrefetchRequest {
        PrefetchRequest(
            photos: try session.photoRequest(), boxes: try arguments.boxes(),
            count: try arguments.count(.photoCount, in: 1...500), budget: try arguments.quantity(.budget),
            deadline: try arguments.seconds(.deadline).map { .milliseconds(Int($0 * 1000)) })
    }

    /// A prefetch has nothing to do without a cache.
    private func checkCache(_ session: Session) throws {
        let path = try session.directories.cache
        do {
            if let problem = try session.openCache().problem { throw problem }
        } catch let error as StorageError {
            if case .layoutVersion = error { throw error }
            throw PrefetchError.noCache(path: path, cause: error)
        }
    }

    private func lock(_ session: Session, patience: Duration?) throws -> FileLock {
        let directory = try session.directories.cache
        let path = "\(directory)/prefetch.lock"
        let lock =
            arguments.has(.wait)
            ? try FileLock.acquire(at: path, until: .now + (patience ?? Self.longestWait))
            : try FileLock.attempt(at: path)
        guard let lock else { throw PrefetchError.alreadyRunning(cache: directory) }
        return lock
    }

    /// How long `--wait` waits where no `--deadline` says it.
    private static let longestWait = Duration.seconds(86_400)

    private func report(
        _ summary: PrefetchSummary, of request: PrefetchRequest, after elapsed: Duration, in session: Session
    ) throws -> ExitStatus {
        // A feed of which nothing can be had is a failure, whatever the reason.
        if summary.goodCount == 0, summary.end == nil, let error = summary.failures.first ?? summary.leftOut.first {
            throw PrefetchError.some(good: 0, of: summary.photoCount, first: error)
        }
        let (out, err) = (session.shell.out, session.shell.err)
        if arguments.has(.json) { try out.print(PrefetchText.json(of: summary, elapsed: elapsed).pretty) }
        for error in summary.leftOut { try session.note("left out: \(error)") }
        try session.note(PrefetchText.words(for: summary))
        if let end = summary.end, !arguments.has(.quiet) {
            try err.print("photowidget: \(PrefetchText.words(for: end, summary))")
        }
        if let first = summary.failures.first {
            let failure = Failure(
                PrefetchError.some(good: summary.goodCount, of: summary.photoCount, first: first))
            try err.print("photowidget: \(VisibleText.line(failure.message))")
            return failure.status
        }
        if case .stale(let reason) = summary.feed, !arguments.has(.quiet) {
            try err.print("photowidget: the last good feed serves: \(VisibleText.line(reason))")
        }
        return .done
    }
}
