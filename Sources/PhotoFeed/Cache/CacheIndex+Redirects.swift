import FoundationEssentials
import Storage

/// What the index knows of an address that leads elsewhere.
struct StoredRedirect: Equatable, Sendable {
    /// The address that was asked.
    var url: String
    /// Where it leads, an absolute address.
    var location: String
    /// 301, 302, 303, 307 or 308.
    var status: Int
    /// The header fields of this hop, kept up to date by 304 answers.
    var fields: HTTPFields
    /// When the (last) request was sent.
    var requestedAt: Date
    /// When its answer arrived.
    var receivedAt: Date
}

// Where addresses lead: an address has an answer of its own or a redirect, never both.
extension CacheIndex {
    private static let redirectColumns = "url, location, status, fields, requested_at, received_at"

    /// The stored redirect of a URL.
    mutating func redirect(of url: String) throws(StorageError) -> StoredRedirect? {
        try database.first(
            "SELECT \(Self.redirectColumns) FROM redirects WHERE url = ?", .text(url), row: StoredRedirect.init)
    }

    /// Keeps a redirect in place of what was stored of its URL, and forgets the URL's failure.
    mutating func put(_ redirect: StoredRedirect) throws(StorageError) {
        _ = try removeResponse(of: redirect.url)
        try database.execute(
            "INSERT OR REPLACE INTO redirects (\(Self.redirectColumns)) VALUES (?, ?, ?, ?, ?, ?)",
            .text(redirect.url), .text(redirect.location), .integer(redirect.status), .text(redirect.fields.lines),
            .real(redirect.requestedAt.timeIntervalSince1970), .real(redirect.receivedAt.timeIntervalSince1970))
        try database.execute("DELETE FROM failures WHERE url = ?", .text(redirect.url))
    }

    /// Forgets the redirect of a URL.
    mutating func removeRedirect(of url: String) throws(StorageError) {
        try database.execute("DELETE FROM redirects WHERE url = ?", .text(url))
    }

    /// Forgets redirects that were received before a time, or after another (a clock set back).
    mutating func removeRedirects(before oldest: Double, orAfter time: Double) throws(StorageError) {
        try database.execute(
            "DELETE FROM redirects WHERE received_at NOT BETWEEN ? AND ?", .real(oldest), .real(time))
    }
}

extension StoredRedirect {
    /// Reads a row of `redirects`.
    fileprivate init(_ row: borrowing DatabaseRow) {
        self.init(
            url: row.text(0), location: row.text(1), status: row.integer(2), fields: HTTPFields(lines: row.text(3)),
            requestedAt: Date(timeIntervalSince1970: row.real(4)),
            receivedAt: Date(timeIntervalSince1970: row.real(5)))
    }

    /// How long the hop may be followed without asking, and whether.
    ///
    /// Only 301 and 308 may be guessed to last, by their Last-Modified; any other redirect without a lifetime is asked
    /// each time.
    /// - Source: RFC 9110 §15.1 (statuses that are cacheable by heuristics), RFC 9111 §4.2.2.
    func freshness(_ use: ResourceLoader.Use) -> Freshness {
        Freshness(
            fields: fields, requestedAt: requestedAt, receivedAt: receivedAt,
            allowsHeuristic: use.allowsHeuristic && isPermanent, longest: use.longestLifetime)
    }

    /// Whether a cache may keep the hop itself, so that its validators may be sent with the next request for it.
    ///
    /// Another one is only noted: where it led serves when it cannot be asked.
    /// - Source: RFC 9111 §3.
    var isStorable: Bool {
        isPermanent || CacheControl(fields["Cache-Control"] ?? "").maxAge != .absent || fields["Expires"] != nil
    }

    private var isPermanent: Bool { status == 301 || status == 308 }
}
