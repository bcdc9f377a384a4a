internal import Raster

/// Brings all photos of a feed into the cache, many at a time, on the calling thread.
///
/// What is fresh in the index costs no request, so a run that was cut short goes on where it stopped. Pictures are decoded
/// between two looks at the network, after the next requests are on their way: while one is decoded others travel.
public struct Prefetcher {
    private let loader: PhotoLoader
    private let queue: any TransferQueue
    private let uptime: () -> Duration

    /// Makes a prefetcher; `uptime` is time that only runs forward.
    public init(loader: PhotoLoader, queue: any TransferQueue, uptime: @escaping () -> Duration) {
        self.loader = loader
        self.queue = queue
        self.uptime = uptime
    }

    /// Brings the photos; `report` hears how far it is about ten times a second.
    ///
    /// A photo that fails is passed over. After an error of a whole host (no connection, a server in trouble) its other
    /// photos are not asked for.
    /// - Throws: why there is no feed, or why nothing can be kept.
    public func run(
        _ request: PrefetchRequest, report: (PrefetchProgress) -> Void = { _ in }
    ) throws(LoadError) -> PrefetchSummary {
        let begun = uptime()
        let feed = try loader.feed(request.photos)
        guard !feed.feed.photos.isEmpty else { throw .noPhotos(url: feed.url) }
        let photos = feed.feed.photos.prefix(request.count ?? .max)
        var run = PrefetchRun(loader, request, Array(photos), of: feed)
        while !run.isDone {
            start(&run)
            let elapsed = uptime() - begun
            report(
                PrefetchProgress(
                    doneCount: run.doneCount, photoCount: photos.count, receivedCount: queue.receivedCount,
                    elapsed: elapsed))
            if run.isDone { break }
            if let end = end(of: request, run, elapsed) {
                run.summary.end = end
                break
            }
            let patience = min(Self.tick, (request.deadline ?? .seconds(3600)) - elapsed)
            if let answer = queue.next(within: patience) {
                // Before the work on this one: what comes next is on its way meanwhile.
                if case .success = answer.result { start(&run) }
                run.take(answer)
            }
        }
        if let stop = run.stop {
            queue.cancelAll()
            throw stop
        }
        run.summary.receivedCount = queue.receivedCount
        queue.cancelAll()
        return run.summary
    }

    /// The longest time without a report.
    private static let tick = Duration.milliseconds(100)

    /// Starts transfers while there is room.
    private func start(_ run: inout PrefetchRun) {
        while let (id, request) = run.nextRequest() {
            guard queue.hasRoom(for: request.url) else { return }
            run.begin(id)
            queue.add(request, id: id)
        }
    }

    private func end(
        of request: PrefetchRequest, _ run: borrowing PrefetchRun, _ elapsed: Duration
    ) -> PrefetchSummary.End? {
        if let budget = request.budget, queue.receivedCount >= budget { return .budget }
        if let deadline = request.deadline, elapsed >= deadline { return .deadline }
        return run.isFull ? .cacheLimit : nil
    }
}
