internal import FoundationEssentials
internal import Storage

// What later runs must know after a failure.
extension ResourceLoader {
    /// Keeps what later runs must know: a host that said wait or fails, an address that has nothing.
    func remember(_ error: FetchError, of question: Question) {
        // A cache that cannot be written to remembers nothing; the next run may then ask once too often.
        let hop = lastHop(of: question)
        if case .unusable(_, let reason, _) = error {
            // The address was asked, and redirected to one that is known to be of no use.
            countUselessAnswer(to: question)
            try? cache.recordFailure(
                CachedFailure(url: question.request.url, kind: reason, until: now() + Self.redirectPause))
            return
        }
        try? note(error, of: hop.address, host: hop.host)
    }

    private func note(_ error: FetchError, of url: String, host: String) throws(StorageError) {
        switch error {
        case .status(_, let code, let retryAt) where retryAt != nil || code == 429:
            try cache.recordBackOff(of: host, until: retryAt ?? now() + Self.unnamedWait)
        case .status(_, let code, _):
            if code < 500 { try cache.recordAnswer(ofHost: host) } else { try cache.recordFailure(ofHost: host) }
            guard let life = Self.life(ofStatus: code) else { return }
            if code == 404 || code == 410 { try cache.forget(url) }
            try cache.recordFailure(CachedFailure(url: url, kind: String(code), until: now() + life))
        case .unreachable, .unresolved, .timedOut, .truncated, .tlsFailed, .notHTTP:
            try cache.recordFailure(ofHost: host)
        default: break
        }
    }

    /// How long an address that answered so is not asked again, in seconds; `nil` for not at all.
    ///
    /// 5xx: as long as those need who wait for the same answer. What is gone (410) stays so longer than what is missing.
    private static func life(ofStatus code: Int) -> TimeInterval? {
        switch code {
        case 410: 86_400
        case 403, 404: 3_600
        case 500...599: 10
        default: nil
        }
    }

    /// How long a host is left alone that answered 429 without naming a time, in seconds.
    private static let unnamedWait: TimeInterval = 60

    /// Keeps that what an address answered is of no use, so that it is left alone for a while as one that has nothing.
    ///
    /// An address that redirected there is left alone as well, for less long: it may lead elsewhere soon.
    func rememberUselessAnswer(_ error: LoadError, of address: String, to question: Question) {
        guard let (reason, life) = error.uselessAnswer else { return }
        countUselessAnswer(to: question)
        let asked = question.request.url
        try? cache.recordFailure(CachedFailure(url: address, kind: reason, until: now() + life))
        guard asked != address else { return }
        let isOfAsked = if case .unavailable = error { true } else { false }
        try? cache.recordFailure(
            CachedFailure(url: asked, kind: reason, until: now() + (isOfAsked ? life : Self.redirectPause)))
    }

    private func countUselessAnswer(to question: Question) {
        for host in question.use.uselessAnswers?.add(ofHost: question.host) ?? [] {
            try? cache.recordFailure(
                CachedFailure(url: host, kind: UselessAnswers.tooMany, until: now() + Self.redirectPause))
        }
    }

    /// How long a host is left alone that gave nothing else, and how long an address is left alone that redirected to something of no use, in seconds.
    private static let redirectPause: TimeInterval = 600
}
