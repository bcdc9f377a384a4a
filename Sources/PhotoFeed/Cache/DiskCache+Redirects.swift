import FoundationEssentials
import Storage

// Where addresses lead.
extension DiskCache {
    /// The stored redirect of a URL; `nil` if the index has no such row, or cannot be read.
    func redirect(of url: String) -> StoredRedirect? {
        (try? reading { (index, _) throws(StorageError) in try index.redirect(of: url) }) ?? below?.redirect(of: url)
    }

    /// Keeps a hop under its own address, in place of what was stored there, once what it led to was good; one that may not
    /// be stored takes with it what was stored before.
    func keep(_ redirect: Redirect) throws(StorageError) {
        let old = self.redirect(of: redirect.url)
        var new = StoredRedirect(
            url: redirect.url, location: redirect.location, status: redirect.status, fields: redirect.fields,
            requestedAt: redirect.requestedAt, receivedAt: redirect.receivedAt)
        if redirect.status == 304 {
            // What was asked about may have gone meanwhile; then the next run asks for the whole.
            guard let old else { return }
            new.status = old.status
            new.fields = old.fields.updated(by: redirect.fields)
        }
        guard !CacheControl(new.fields["Cache-Control"] ?? "").noStore else {
            return try forget(redirect.url, removesBody: true)
        }
        let kept = new
        try writing { (index, _) throws(StorageError) in try index.put(kept) }
    }

    /// The stored answer that a URL leads to, over redirects; fresh or not.
    ///
    /// Reading it counts as a use of its original.
    func finalResponse(for url: String) -> CachedResponse? {
        var url = url
        for _ in 0...Self.longestChain {
            if let response = response(for: url) { return response }
            guard let redirect = redirect(of: url) else { return nil }
            url = redirect.location
        }
        return nil
    }

    /// How many stored redirects are followed; more are a loop.
    static let longestChain = 20
    /// How long a redirect that nothing asked for is kept, in seconds.
    static let redirectLife = 30.0 * 86_400
}
