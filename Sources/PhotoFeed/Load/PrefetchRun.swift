internal import Raster
internal import Storage

/// The state of one prefetch: which photos are settled, under way, or still to come.
struct PrefetchRun {
    /// What came of it so far.
    var summary: PrefetchSummary
    /// Why nothing more can be kept: the disk is full.
    private(set) var stop: LoadError?
    /// How many photos are settled.
    private(set) var doneCount = 0

    private let loader: PhotoLoader
    private let feed: PhotoLoader.LoadedFeed
    private let boxes: [PixelSize]
    private var tasks: [Task] = []
    /// Photos that are neither settled nor under way, in the feed's order.
    private var waiting: [Int]
    /// Hosts that are in trouble, and how that showed.
    private var troubles: [String: FetchError] = [:]
    private var keptBytes = 0
    private let uselessAnswers = UselessAnswers()
    /// Requests that are on their way.
    private var underwayCount = 0

    private struct Task {
        /// What is made of the picture when it is admitted: the thumbnail that needs the largest.
        let thumbnail: ThumbnailRequest
        var ladder: SizeLadder
        /// What has to be asked, once that is known.
        var question: ResourceLoader.Question?
    }

    /// Starts with every photo waiting.
    init(_ loader: PhotoLoader, _ request: PrefetchRequest, _ photos: [PhotoModel], of feed: PhotoLoader.LoadedFeed) {
        self.loader = loader
        self.feed = feed
        boxes = request.boxes
        waiting = Array(photos.indices)
        summary = PrefetchSummary(feed: feed.arrival, photoCount: photos.count)
        for photo in photos {
            var request = request.photos
            let needs = boxes.map { box in
                PhotoURL.longestSide(covering: box, fit: request.thumbnail.fit, preview: photo.previewSize)
            }
            // One picture serves every box.
            request.thumbnail.box = zip(boxes, needs).max { $0.1 < $1.1 }?.0 ?? request.thumbnail.box
            tasks.append(
                Task(thumbnail: request.thumbnail, ladder: loader.ladder(for: photo, of: feed, request)))
        }
    }

    /// Whether every photo is settled, or nothing more can be kept.
    var isDone: Bool { doneCount == tasks.count || stop != nil }

    /// Whether another photo would evict one of this run.
    var isFull: Bool {
        guard summary.goodCount > 0, doneCount < tasks.count else { return false }
        return keptBytes + keptBytes / summary.goodCount > loader.cache.limits.maxBytes
    }

    /// The next request to make, and the number of its photo; photos that need none are settled on the way.
    mutating func nextRequest() -> (id: Int, request: FetchRequest)? {
        var takenCount = 0
        while let id = waiting.first, takenCount < waiting.count, stop == nil, !isFull {
            switch step(of: id) {
            case .ask(let question):
                // All that are on their way may come back without a picture.
                guard underwayCount < mostUnderway else { return nil }
                return (id, question.request)
            case .settled: waiting.removeFirst()
            case .taken:
                waiting.append(waiting.removeFirst())
                takenCount += 1
            }
        }
        return nil
    }

    /// Notes that a photo's request is on its way.
    mutating func begin(_ id: Int) {
        waiting.removeAll { $0 == id }
        if tasks[id].question?.isRevalidation == false { loader.decoder.prepare(for: tasks[id].thumbnail) }
        underwayCount += 1
    }

    /// How many requests may be on their way, so that the answers without a picture stay within their limit; any number
    /// while every answer is good.
    private var mostUnderway: Int {
        summary.goodCount > 0 && uselessAnswers.left == UselessAnswers.most ? .max : uselessAnswers.left
    }

    /// Takes the answer to a photo's request.
    mutating func take(_ answer: TransferAnswer) {
        underwayCount -= 1
        guard let question = tasks[answer.id].question.take() else { return }
        if case .failure(let error) = answer.result, error.concernsWholeHost { troubles[question.host] = error }
        let (candidate, thumbnail) = (tasks[answer.id].ladder.candidate, tasks[answer.id].thumbnail)
        do throws(LoadError) {
            let outcome = try loader.resources.outcome(of: question, answer.result) { (resource) throws(LoadError) in
                try loader.admit(resource, as: candidate, from: question.request.url, thumbnail)
            }
            switch outcome {
            case .settled(let resource): try keep(resource, of: question.request.url, thumbnail)
            case .again(let whole):
                tasks[answer.id].question = whole
                waiting.insert(answer.id, at: 0)
            }
        } catch {
            // Another size of it comes before other photos.
            if stepDown(answer.id, after: error) { waiting.insert(answer.id, at: 0) }
        }
    }

    /// What a photo needs next.
    private enum Step {
        case ask(ResourceLoader.Question)
        case settled
        /// Another process asks for it: its answer will be in the index.
        case taken
    }

    /// What has to be asked for a photo, where it is not settled without asking.
    private mutating func step(of id: Int) -> Step {
        while true {
            do throws(LoadError) {
                guard let known = tasks[id].question else {
                    let step = try plan(id)
                    guard case .ask(let question) = step else { return step }
                    tasks[id].question = question
                    continue
                }
                guard let refusal = troubles[known.host] ?? loader.resources.refusal(of: known) else {
                    return .ask(known)
                }
                tasks[id].question = nil
                let resource = try loader.resources.resource(insteadOf: known, refusal)
                try keep(resource, of: known.request.url, tasks[id].thumbnail)
                return .settled
            } catch {
                guard stepDown(id, after: error) else { return .settled }
            }
        }
    }

    /// Settles a photo from the index or its file, or says what has to be asked.
    private mutating func plan(_ id: Int) throws(LoadError) -> Step {
        let thumbnail = tasks[id].thumbnail
        switch try loader.location(of: tasks[id].ladder.candidate, in: feed) {
        case .file(let path):
            try keep(try loader.file(path, of: feed, thumbnail), of: "file://\(path)", thumbnail)
            return .settled
        case .web(let url):
            let use = ResourceLoader.Use(
                allowsHeuristic: true, mustBeCurrent: true, uselessAnswers: uselessAnswers)
            let request = loader.fetchRequest(for: url, of: feed)
            switch try loader.resources.plan(request, use, waiting: Self.patience) {
            case .ask(let question): return .ask(question)
            case .taken: return .taken
            case .stored(let resource):
                try keep(resource, of: url, thumbnail)
                return .settled
            }
        }
    }

    /// How long another process is waited for at a time: other transfers stand still meanwhile.
    private static let patience = Duration.milliseconds(20)

    /// Makes the thumbnails that are missing, and counts the photo as good.
    private mutating func keep(
        _ resource: Resource, of url: String, _ request: ThumbnailRequest
    ) throws(LoadError) {
        if let error = resource.unstored { throw .storage(error) }
        // What may not be stored was shown to nobody by a prefetch; it is asked for when it is shown.
        for box in resource.mayStore ? boxes : [] {
            // These bytes were decoded from first to last when they were admitted.
            var request = request.with(.trusted)
            request.box = box
            guard let key = loader.key(for: resource.digest, request), !loader.cache.holds(key) else { continue }
            let bitmap = try loader.decode(resource, of: url, request).bitmap
            do throws(StorageError) { try loader.cache.keep(bitmap, for: key) } catch { throw .storage(error) }
        }
        keptBytes += resource.bytes.count + boxes.reduce(0) { $0 + $1.area * 4 }
        if let path = loader.cache.response(for: resource.address).flatMap(loader.cache.objectPath) {
            summary.originals.append(path)
        }
        doneCount += 1
        switch resource.arrival {
        case .fetched: summary.fetchedCount += 1
        case .revalidated: summary.revalidatedCount += 1
        case .cached: summary.cachedCount += 1
        case .stale: summary.staleCount += 1
        }
    }

    /// Goes on to the photo's next size; `false` where there is none that could do better, and the photo is settled.
    private mutating func stepDown(_ id: Int, after error: LoadError) -> Bool {
        do throws(LoadError) {
            try tasks[id].ladder.stepDown(after: error)
            return true
        } catch {
            if case .storage(let cause) = error, !cause.isMissing { stop = error }
            if error.isFinal { summary.leftOut.append(error) } else { summary.failures.append(error) }
            doneCount += 1
            return false
        }
    }
}
