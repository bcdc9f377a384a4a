internal import FoundationEssentials
internal import Storage

/// The bytes of one address, and how they came.
struct Resource {
    /// The body, whole.
    var bytes: [UInt8]
    /// SHA-256 of the body, in hexadecimal digits.
    var digest: String
    /// How it came to be served.
    var arrival: Arrival
    /// When its content last changed, in whole seconds since 1970.
    var modified: Int
    /// The address that answered, after redirects.
    var effectiveURL: String
    /// The address under which the cache keeps it: the one asked for, or where redirects led.
    var address: String
    /// Whether it may be kept; what says `no-store` is used once.
    var mayStore = true
    /// Where the typed origin was reached when it came; `nil` where that was not noted.
    var reach: Reach?
    /// Whether it is served while it is still to be revalidated.
    var needsRevalidation = false
    /// Why it could not be kept: it was received all the same, is shown now, and asked for again next time.
    var unstored: StorageError?
}

/// Gets the bytes of an address by the rules of HTTP caching: from the index while fresh, else by a conditional request.
///
/// Of all loads of an address, in this process and in others, one asks its server and the others wait for its answer.
/// Vary needs no key: every request of this program has the same header, so only `Vary: *` tells answers apart.
struct ResourceLoader: Sendable {
    /// Where answers are kept.
    let cache: DiskCache
    /// How requests are made.
    let fetcher: any Fetcher
    /// The clock.
    let now: @Sendable () -> Date
    /// Whether no request may be made.
    let isOffline: Bool
    /// How long another process that fetches the same address is waited for.
    let patience: Duration

    private let flights = SingleFlight<String, Resource, LoadError>()

    init(
        cache: DiskCache, fetcher: any Fetcher, now: @escaping @Sendable () -> Date, isOffline: Bool, patience: Duration
    ) {
        self.cache = cache
        self.fetcher = fetcher
        self.now = now
        self.isOffline = isOffline
        self.patience = patience
    }

    /// Judges a new body before it may be stored: the ending of its file, or why it is refused.
    typealias Admission = (Resource) throws(LoadError) -> String

    /// How an answer may be used.
    struct Use {
        /// Whether an answer that names no lifetime may be used for a part of its age.
        var allowsHeuristic: Bool
        /// The longest that an answer may be used without asking, in seconds, whatever it says.
        var longestLifetime = Freshness.longestLifetime
        /// Whether one that may be served while it is being revalidated is not enough.
        var mustBeCurrent = false
        /// Whether one of which it is not known where its origin was reached is not enough.
        var needsReach = false
        /// Whether an address is left alone whose last answer was of no use; not where a person named it.
        var mindsUselessAnswers = true
        /// Counts the run's answers that are of no use, and ends its asking; `nil` for no such limit.
        var uselessAnswers: UselessAnswers?
        /// Called before a request for bytes that are not stored, and only then: what they need can be made ready
        /// meanwhile.
        var beforeRequest: @Sendable () -> Void = {}
    }

    /// What getting a resource takes.
    enum Plan {
        /// Stored bytes serve.
        case stored(Resource)
        /// A request.
        case ask(Question)
        /// Patience: another load asks for the same, and what serves without its answer is this question's.
        case taken(Question)
    }

    /// What an answer comes to.
    enum Outcome {
        /// The resource.
        case settled(Resource)
        /// Another request, at once and for the whole: the answer fits neither what is stored nor what came before.
        case again(Question)
    }

    /// A request that has to be made, the right to make it, and what serves if it fails.
    struct Question {
        /// The request, with the validators of what is stored, or with what came of it before.
        var request: FetchRequest
        /// Whom it goes to.
        let host: String
        let stored: StoredResource?
        /// How the answer may be used.
        let use: Use
        /// Whether everything is asked for whole, whatever is stored.
        private(set) var isUnconditional = false
        /// Whether stored redirects are asked anew.
        private(set) var asksRedirects = false
        /// What was stored of the address when it was looked up: the answer or the redirect.
        let seen: Seen
        /// Held until the answer is in the index.
        var lease: CacheLease?
    }

    /// Gets a resource.
    ///
    /// Where the request fails, stored bytes serve as `.stale`, unless the server says that there is nothing any more,
    /// its new bytes are refused, or its last answer forbids it (`no-cache`, `must-revalidate`, a `stale-if-error` that
    /// is over). A person who is offline on purpose sees them all the same.
    func resource(_ request: FetchRequest, _ use: Use, admit: Admission) throws(LoadError) -> Resource {
        try flights.value(of: request.url) { () throws(LoadError) in
            switch try plan(request, use, waiting: patience) {
            case .stored(let resource): return resource
            case .ask(let question):
                // An answer that says that stored bytes are still good needs nothing.
                if !question.isRevalidation { use.beforeRequest() }
                return try ask(question, admit: admit)
            case .taken(let question):
                let limit = "another process has been fetching it for more than \(patience)"
                return try resource(insteadOf: question, .timedOut(url: request.url, limit: limit))
            }
        }
    }

    // MARK: Before the request

    /// Looks at what is stored, and where that is not enough takes the right to ask.
    ///
    /// Another load that has this right is waited for; then its answer is looked at first.
    func plan(_ request: FetchRequest, _ use: Use, waiting patience: Duration) throws(LoadError) -> Plan {
        let first = try look(request, use)
        guard case .ask(var question) = first else { return first }
        let begin = now()
        guard let lease = cache.lease(of: request.url, waiting: patience) else { return .taken(question) }
        question.lease = lease
        // Whoever had the lease before may have brought what we want, or the news that there is nothing.
        guard lease.hasWaited || Seen(request.url, in: cache) != question.seen else { return .ask(question) }
        let second = try look(request, use)
        guard case .ask(var question) = second else { return second }
        question.lease = lease
        if lease.hasWaited, let stored = question.stored,
            let requestedAt = StoredChain(of: request, in: cache).requestedAt, requestedAt >= begin
        {
            // Asked while we waited: it is as new as an answer of our own would be (RFC 9111 §4, "collapsed requests").
            return .stored(stored.resource(.cached))
        }
        return .ask(question)
    }

    /// Looks at what is stored; without a lease.
    private func look(_ request: FetchRequest, _ use: Use) throws(LoadError) -> Plan {
        let chain = StoredChain(of: request, in: cache)
        if let stored = chain.stored, isOffline || !use.needsReach || stored.response.reach != nil {
            let freshness = stored.response.freshness(use)
            let time = now()
            if freshness.isFresh(at: time), chain.isFresh(use, at: time) { return .stored(stored.resource(.cached)) }
            if !use.mustBeCurrent, !isOffline, freshness.mayServeWhileRevalidating(at: time),
                chain.mayServeWhileRevalidating(use, at: time)
            {
                var resource = stored.resource(.cached)
                resource.needsRevalidation = true
                return .stored(resource)
            }
        }
        let host: String
        do { host = try HTTPOrigin(url: request.url).description } catch { throw .fetch(error) }
        var question = Question(
            request: request, host: host, stored: chain.stored, use: use, seen: Seen(request.url, in: cache))
        if let refusal = refusal(of: question) { return .stored(try resource(insteadOf: question, refusal)) }
        if let reach = chain.stored?.response.reach { question.request.policy.learn(reach) }
        prepare(&question)
        return .ask(question)
    }

    /// Why a question may not be asked now: offline, a host that said wait, an address that had nothing; `nil` if it may.
    func refusal(of question: Question) -> FetchError? {
        let url = question.request.url
        if isOffline { return .offline(url: url) }
        return question.use.uselessAnswers?.refusal(of: url)
            ?? refusal(of: url, host: question.host, for: url, question.use)
    }

    /// Why an address may not be asked now, on behalf of the one that was asked for; `nil` if it may.
    func refusal(of address: String, host: String, for url: String, _ use: Use) -> FetchError? {
        if let until = cache.backOff(of: host, at: now()) { return .waiting(url: url, until: until) }
        let time = now()
        if let failure = cache.failure(for: address, at: time) {
            if let code = Int(failure.kind) { return .status(url: url, code: code, retryAt: nil) }
            return use.mindsUselessAnswers ? .unusable(url: url, reason: failure.kind, until: failure.until) : nil
        }
        // Only photos: a feed of the same host may be as good as ever.
        guard use.uselessAnswers != nil, let failure = cache.failure(for: host, at: time) else { return nil }
        return .unusable(url: url, reason: failure.kind, until: failure.until)
    }

    /// What serves where there was no answer: the stored bytes, as `.stale`, or else the reason is thrown.
    func resource(insteadOf question: Question, _ error: FetchError) throws(LoadError) -> Resource {
        guard let stored = question.stored, error.leavesStoredBytesGood,
            isOffline || stored.response.freshness(Use(allowsHeuristic: false)).mayServeStaleOnError(at: now())
        else { throw .fetch(error) }
        return stored.resource(.stale(reason: "\(error)"))
    }

    // MARK: The request

    private func ask(_ question: Question, admit: Admission) throws(LoadError) -> Resource {
        var question = question
        while true {
            let answer: Result<FetchResponse, FetchError>
            do throws(FetchError) {
                answer = .success(try fetcher.fetch(question.request))
            } catch {
                answer = .failure(error)
            }
            switch try outcome(of: question, answer, admit: admit) {
            case .settled(let resource): return resource
            case .again(let whole): question = whole
            }
        }
    }

    /// Takes the answer to a question, and keeps what later runs must know of it.
    func outcome(
        of question: Question, _ answer: Result<FetchResponse, FetchError>, admit: Admission
    ) throws(LoadError) -> Outcome {
        defer { extendLifetime(question.lease) }
        let response: FetchResponse
        switch answer {
        case .failure(let error):
            if let anew = question.asking(anewAfter: error, in: self) { return .again(anew) }
            remember(error, of: question)
            return .settled(try resource(insteadOf: question, error))
        case .success(let whole): response = whole
        }
        let address = response.address
        noteAnswer(response, to: question)
        if response.status == 304 {
            let stored =
                question.stored?.response.url == address ? question.stored : StoredResource(address, in: cache)
            if let stored, response.isStored {
                keepHops(of: question)
                return .settled(stored.resource(.revalidated))
            }
            if let stored, stored.isMeant(by: response) {
                cache.count { $0.revalidated += 1 }
                let resource = revalidated(stored, by: response, to: question)
                keepHops(of: question)
                return .settled(resource)
            }
            guard !question.isUnconditional, question.isConditional || address != question.request.url else {
                throw .fetch(.status(url: question.request.url, code: 304, retryAt: nil))
            }
            return .again(question.unconditional(in: self))
        }
        cache.count { $0.fetched += 1 }
        do throws(LoadError) {
            let resource = try stored(response, of: question, admit: admit)
            question.use.uselessAnswers?.noteGood(ofHost: question.host)
            keepHops(of: question)
            return .settled(resource)
        } catch {
            // What was kept along the way is no better than the whole.
            cache.removePartial(of: address)
            guard response.isResumed else {
                rememberUselessAnswer(error, of: address, to: question)
                throw error
            }
            // Two halves that do not make a picture are not of one file, whatever the server says.
            return .again(question.unconditional(in: self))
        }
    }

    /// Brings what is stored up to date; its bytes are right whether or not the index can be written.
    private func revalidated(
        _ stored: StoredResource, by answer: FetchResponse, to question: Question
    ) -> Resource {
        let old = stored.response
        let fields = old.fields.updated(by: answer.fields)
        var resource = stored.resource(.revalidated)
        resource.mayStore =
            Freshness(fields: fields, requestedAt: answer.requestedAt, receivedAt: answer.receivedAt).mayStore
        do throws(StorageError) {
            let new = try cache.revalidate(
                old.url, fields: answer.fields, requestedAt: answer.requestedAt, receivedAt: answer.receivedAt,
                reach: question.reach(of: answer))
            if !resource.mayStore {
                try cache.forget(old.url, removesBody: true)
            } else if new == nil {
                // Evicted while the server was asked.
                _ = try cache.store(
                    stored.bytes, fileExtension: old.fileExtension, url: old.url, fields: fields,
                    requestedAt: answer.requestedAt, receivedAt: answer.receivedAt, reach: question.reach(of: answer))
            }
        } catch {
            // The next run asks once more.
        }
        resource.reach = question.reach(of: answer)
        return resource
    }

    /// Admits a new body, and keeps it if it may be kept.
    private func stored(
        _ answer: FetchResponse, of question: Question, admit: Admission
    ) throws(LoadError) -> Resource {
        let url = answer.address
        var resource = Resource(
            bytes: answer.body, digest: SHA256.hexDigest(of: answer.body), arrival: .fetched,
            modified: answer.lastModified, effectiveURL: answer.effectiveURL, address: url,
            reach: question.reach(of: answer))
        resource.mayStore =
            Freshness(fields: answer.fields, requestedAt: answer.requestedAt, receivedAt: answer.receivedAt).mayStore
        let ending = try admit(resource)
        do throws(StorageError) {
            if resource.mayStore {
                _ = try cache.store(
                    resource.bytes, fileExtension: ending, url: url, fields: answer.fields,
                    requestedAt: answer.requestedAt, receivedAt: answer.receivedAt, reach: question.reach(of: answer))
            } else {
                try cache.forget(url, removesBody: true)
            }
        } catch {
            resource.unstored = error
        }
        return resource
    }

    /// The stored body that an address leads to, fresh or not.
    func storedBytes(of url: String) -> [UInt8]? {
        cache.finalResponse(for: url).flatMap { StoredResource($0.url, in: cache)?.bytes }
    }
}

extension ResourceLoader.Question {
    /// Whether it asks if stored bytes are still good.
    var isRevalidation: Bool { stored != nil }

    /// Where an answer reached the origin that the person typed; `nil` where the person typed none.
    ///
    /// An answer that does not say so counts as public: what is public by mistake is refused, not reached.
    func reach(of answer: FetchResponse) -> Reach? {
        request.policy.hasTypedOrigin ? answer.reach ?? .publicNetwork : nil
    }

    /// Whether the request names what is stored, or what came before.
    var isConditional: Bool { request.etag != nil || request.lastModified != nil || request.partial != nil }

    /// The same question for the whole body, asked of every hop.
    func unconditional(in loader: ResourceLoader) -> Self {
        var question = self
        question.isUnconditional = true
        question.asksRedirects = true
        loader.prepare(&question)
        return question
    }

    /// The same question without the stored redirects that led to an error: where they lead may have changed.
    func asking(anewAfter error: FetchError, in loader: ResourceLoader) -> Self? {
        guard !asksRedirects, let trail = request.trail, trail.hops.usedStored, error.mayComeOfOldRedirect else {
            return nil
        }
        var question = self
        question.asksRedirects = true
        loader.prepare(&question)
        return question
    }
}
