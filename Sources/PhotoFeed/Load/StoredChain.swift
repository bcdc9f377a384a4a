internal import FoundationEssentials

/// What is stored of an address: redirects, each under its own address, and the answer they lead to.
struct StoredChain {
    /// The redirects, in order; none where the address has an answer of its own.
    private(set) var redirects: [StoredRedirect] = []
    /// The answer at the end, if it is stored whole.
    private(set) var stored: StoredResource?

    /// Follows what is stored of the address of a request.
    ///
    /// A loop, and a redirect to where the request may not go, is no chain: the address is asked.
    init(of request: FetchRequest, in cache: DiskCache) {
        var url = request.url
        var seen: Set = [url]
        while true {
            stored = StoredResource(url, in: cache)
            guard stored == nil, let redirect = cache.redirect(of: url) else { return }
            let previous = try? HTTPOrigin(url: url)
            guard (try? request.policy.admit(redirect.location, redirectedFrom: previous)) != nil,
                seen.insert(redirect.location).inserted, seen.count <= DiskCache.longestChain
            else {
                redirects = []
                return
            }
            redirects.append(redirect)
            url = redirect.location
        }
    }

    /// Whether every redirect may be followed without asking.
    func isFresh(_ use: ResourceLoader.Use, at now: Date) -> Bool {
        redirects.allSatisfy { $0.freshness(use).isFresh(at: now) }
    }

    /// Whether every redirect may be followed while it is being revalidated.
    func mayServeWhileRevalidating(_ use: ResourceLoader.Use, at now: Date) -> Bool {
        redirects.allSatisfy { $0.freshness(use).mayServeWhileRevalidating(at: now) }
    }

    /// When the newest part of it was asked for; `nil` for nothing.
    var requestedAt: Date? {
        redirects.first?.requestedAt ?? stored?.response.requestedAt
    }
}
