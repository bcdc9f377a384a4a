internal import FoundationEssentials
internal import Storage

// Each hop of a request is stored, and asked for, under its own address.
extension ResourceLoader {
    /// What is stored of one address.
    struct Seen: Equatable {
        private let response: CachedResponse?
        private let redirect: StoredRedirect?

        init(_ url: String, in cache: DiskCache) {
            response = cache.response(for: url)
            redirect = response == nil ? cache.redirect(of: url) : nil
        }
    }

    /// Gives a question what is stored: conditions of its first address, and a trail that knows the next ones.
    func prepare(_ question: inout Question) {
        let (use, request) = (question.use, question.request)
        let (isUnconditional, asksRedirects) = (question.isUnconditional, question.asksRedirects)
        var start: String?
        var conditions = FetchConditions()
        let first = question.stored.flatMap { $0.response.url == request.url ? $0 : nil }
        switch known(request.url, first, use, isUnconditional: isUnconditional, asksRedirects: asksRedirects) {
        case .ask(let found): conditions = found
        case .redirect(let location): start = location
        case .fresh, .refused: break
        }
        question.request = request.with(conditions)
        question.request.trail = FetchTrail(start: start) { address in
            if let origin = try? HTTPOrigin(url: address),
                let refusal = refusal(of: address, host: origin.description, for: request.url, use)
            {
                return .refused(refusal)
            }
            let stored = StoredResource(address, in: cache)
            return known(address, stored, use, isUnconditional: isUnconditional, asksRedirects: asksRedirects)
        }
    }

    /// What is stored of an address, and what of that is sent with a request for it.
    private func known(
        _ url: String, _ stored: StoredResource?, _ use: Use, isUnconditional: Bool, asksRedirects: Bool
    ) -> KnownAnswer {
        let cache = cache
        let keepPartial: @Sendable (PartialBody) -> Void = { try? cache.store($0, of: url) }
        if isUnconditional { return .ask(FetchConditions(keepPartial: keepPartial)) }
        if let stored {
            let isEnough = !use.needsReach || stored.response.reach != nil
            if isEnough, stored.response.freshness(use).isFresh(at: now()) { return .fresh }
            return .ask(
                FetchConditions(
                    etag: stored.response.fields["ETag"], lastModified: stored.response.fields["Last-Modified"],
                    keepPartial: keepPartial))
        }
        if let redirect = cache.redirect(of: url) {
            if !asksRedirects, redirect.freshness(use).isFresh(at: now()) { return .redirect(redirect.location) }
            if !asksRedirects, redirect.isStorable {
                return .ask(
                    FetchConditions(
                        etag: redirect.fields["ETag"], lastModified: redirect.fields["Last-Modified"],
                        redirect: redirect.location, keepPartial: keepPartial))
            }
        }
        return .ask(FetchConditions(partial: cache.partial(of: url), keepPartial: keepPartial))
    }

    /// Keeps the redirects that led to something good, each under its own address; one that says `no-store` is forgotten.
    func keepHops(of question: Question) {
        for redirect in question.request.trail?.hops.redirects ?? [] {
            // A cache that cannot be written asks once more next time.
            try? cache.keep(redirect)
        }
    }

    /// The address and the host of the hop that gave the last answer or error.
    func lastHop(of question: Question) -> (address: String, host: String) {
        guard let address = question.request.trail?.hops.address, address != question.request.url,
            let origin = try? HTTPOrigin(url: address)
        else { return (question.request.url, question.host) }
        return (address, origin.description)
    }

    /// Notes that the hosts of all hops answered.
    func noteAnswer(_ response: FetchResponse, to question: Question) {
        var hosts: Set = [question.host]
        for redirect in question.request.trail?.hops.redirects ?? [] {
            if let origin = try? HTTPOrigin(url: redirect.url) { hosts.insert(origin.description) }
        }
        if !response.isStored { hosts.insert(lastHop(of: question).host) }
        for host in hosts { try? cache.recordAnswer(ofHost: host) }
    }
}

extension FetchError {
    /// Whether following the redirects anew may lead elsewhere: nothing is there, or they go in a circle.
    var mayComeOfOldRedirect: Bool {
        switch self {
        case .tooManyRedirects, .redirectLoop, .refused, .badAddress: true
        case .status(_, let code, _): [403, 404, 410].contains(code)
        default: false
        }
    }
}
