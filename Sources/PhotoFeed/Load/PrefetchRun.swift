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
        while let id = waiting.first, stop == nil, !isFull {
            if let question = question(of: id) { return (id, question.request) }
            waiting.removeFirst()
        }
        return nil
    }

    /// Notes that a photo's request is on its way.
    mutating func begin(_ id: Int) { waiting.removeAll { $0 == id } }

    /// Takes the answer to a photo's request.
    mutating func take(_ answer: TransferAnswer) {
        guard let question = tasks[answer.id].question.take() else { return }
        if case .failure(let error) = answer.result, error.concernsWholeHost { troubles[question.host] = error }
        let (candidate, thumbnail) = (tasks[answer.id].ladder.candidate, tasks[answer.id].thumbnail)
        do throws(LoadError) {
            let resource = try loader.resources.resource(of: question, answer.result) { (resource) throws(LoadError) in
                try loader.admit(resource, as: candidate, from: question.request.url, thumbnail)
            }
            try keep(resource, of: question.request.url, thumbnail)
        } catch {
            // Another size of it comes before other photos.
            if stepDown(answer.id, after: error) { waiting.insert(answer.id, at: 0) }
        }
    }

    /// What has to be asked for a photo; `nil` once it is settled without asking.
    private mutating func question(of id: Int) -> ResourceLoader.Question? {
        while true {
            do throws(LoadError) {
                if let known = tasks[id].question {
                    guard let refusal = troubles[known.host] ?? loader.resources.refusal(of: known) else {
                        return known
                    }
                    tasks[id].question = nil
                    let resource = try loader.resources.resource(insteadOf: known, refusal)
                    try keep(resource, of: known.request.url, tasks[id].thumbnail)
                    return nil
                }
                tasks[id].question = try plan(id)
                if tasks[id].question == nil { return nil }
            } catch {
                guard stepDown(id, after: error) else { return nil }
            }
        }
    }

    /// Settles a photo from the index or its file, or says what has to be asked.
    private mutating func plan(_ id: Int) throws(LoadError) -> ResourceLoader.Question? {
        let thumbnail = tasks[id].thumbnail
        switch try loader.location(of: tasks[id].ladder.candidate, in: feed) {
        case .file(let path):
            try keep(try loader.file(path, of: feed, thumbnail), of: "file://\(path)", thumbnail)
            return nil
        case .web(let url):
            switch try loader.resources.plan(loader.fetchRequest(for: url, of: feed), allowsHeuristic: true) {
            case .ask(let question): return question
            case .stored(let resource):
                try keep(resource, of: url, thumbnail)
                return nil
            }
        }
    }

    /// Makes the thumbnails that are missing, and counts the photo as good.
    private mutating func keep(
        _ resource: Resource, of url: String, _ request: ThumbnailRequest
    ) throws(LoadError) {
        if let error = resource.unstored { throw .storage(error) }
        for box in boxes {
            // These bytes were decoded from first to last when they were admitted.
            var request = request.with(.trusted)
            request.box = box
            guard let key = loader.key(for: resource.digest, request), !loader.cache.holds(key) else { continue }
            let bitmap = try loader.decode(resource.bytes, of: url, request).bitmap
            do throws(StorageError) { try loader.cache.keep(bitmap, for: key) } catch { throw .storage(error) }
        }
        keptBytes += resource.bytes.count + boxes.reduce(0) { $0 + $1.area * 4 }
        if let path = loader.cache.response(for: url).flatMap(loader.cache.objectPath) {
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
