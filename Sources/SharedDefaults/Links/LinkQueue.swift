public import FoundationEssentials
import Storage

/// Deep links on their way to whoever handles their scheme; each is kept until it is acknowledged.
public final class LinkQueue: Sendable {
    /// How many links of one scheme may wait; more are refused, so that no link is lost that was taken.
    public static let maxPending = 1000

    /// What became of a link that was opened.
    public enum Delivery: Equatable, Sendable {
        /// It waits for, or went to, a listener.
        case queued(LinkEvent)
        /// The scheme's command took it.
        case handled(LinkEvent)
    }

    private let store: Store
    private let builtIn: [LinkScheme]
    private let now: @Sendable () -> Date

    /// Opens the queue of a state directory, an absolute path; `builtIn` are schemes that need no registration.
    public init(
        stateDirectory: String, builtIn: [LinkScheme] = [], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        store = Store(directory: stateDirectory)
        self.builtIn = builtIn
        self.now = now
    }

    // MARK: - Schemes

    /// The schemes that links are taken for, by name.
    public func schemes() throws(LinkError) -> [LinkScheme] {
        let registered = try read { (database) throws(StorageError) in
            try database.rows("SELECT scheme, hosts, handler FROM schemes") { row in
                LinkScheme(stored: row.text(0), hosts: Self.words(row.text(1)), handler: Self.words(row.text(2)))
            }
        }
        let others = builtIn.filter { scheme in !registered.contains { $0.name == scheme.name } }
        return (registered + others).sorted { $0.name < $1.name }
    }

    /// Makes a scheme known, in place of what was known of it.
    ///
    /// A built-in scheme keeps its hosts where none are given.
    public func register(_ scheme: LinkScheme) throws(LinkError) {
        let date = now().timeIntervalSince1970
        let standard = builtIn.first { $0.name == scheme.name }?.hosts ?? []
        let hosts = scheme.hosts.isEmpty ? standard : scheme.hosts
        try write { (database) throws(StorageError) in
            try database.execute(
                "INSERT OR REPLACE INTO schemes (scheme, hosts, handler, registered_at) VALUES (?, ?, ?, ?)",
                .text(scheme.name), .text(Self.text(hosts)), .text(Self.text(scheme.handler)), .real(date))
        }
    }

    /// The scheme of a name, which becomes known by being asked for: who listens to a scheme wants its links.
    func listened(_ scheme: LinkScheme) throws(LinkError) -> LinkScheme {
        if let known = try schemes().first(where: { $0.name == scheme.name }) { return known }
        try register(scheme)
        return scheme
    }

    // MARK: - Links

    /// Takes a link: checks it, queues it, and gives it to the scheme's command if there is one.
    ///
    /// The command runs without a shell, its input empty and its output on standard error; a status of 0 acknowledges
    /// the link. Until it ends, nobody else gets the link; if it fails, a listener does.
    /// - Throws: ``LinkError/unknownScheme(_:known:)`` and ``LinkError/unknownHost(_:scheme:known:)`` with what is known.
    public func open(_ text: String) throws(LinkError) -> Delivery {
        let url = try LinkURL(text)
        let schemes = try schemes()
        guard let scheme = schemes.first(where: { $0.name == url.scheme }) else {
            throw .unknownScheme(url.scheme, known: schemes.map(\.name))
        }
        guard scheme.hosts.isEmpty || scheme.hosts.contains(url.host ?? "") else {
            throw .unknownHost(url.host, scheme: scheme.name, known: scheme.hosts)
        }
        guard !scheme.handler.isEmpty else { return .queued(try queue(url, claimedBy: nil)) }
        let claims = LinkClaims(store.layout)
        let event = try queue(url, claimedBy: claims)
        do {
            try LinkHandler(words: scheme.handler).run(event)
        } catch {
            claims.release(event.id)
            // Now it is a listener's.
            store.tell()
            throw error
        }
        try acknowledge(event)
        return .handled(event)
    }

    /// The links that nobody has acknowledged, in order.
    public func pending(scheme: String? = nil) throws(LinkError) -> [LinkEvent] {
        try read { (database) throws(StorageError) in
            try database.rows(
                "SELECT id, url, opened_at FROM links WHERE ?1 IS NULL OR scheme = ?1 ORDER BY id",
                scheme.map { .text($0) } ?? .null, row: LinkEvent.init)
        }.compactMap(\.self)
    }

    /// Forgets a link that was handled; `false` where somebody else had.
    @discardableResult
    func acknowledge(_ event: LinkEvent) throws(LinkError) -> Bool {
        try write { (database) throws(StorageError) in
            try database.execute("DELETE FROM links WHERE id = ?", .integer(event.id)) > 0
        }
    }

    /// Takes the oldest link of a scheme that nobody handles, after one that `claims` may hold already.
    func claim(scheme: String, after held: Int?, with claims: LinkClaims) throws(LinkError) -> LinkEvent? {
        for event in try pending(scheme: scheme) {
            guard event.id != held, try claims.attempt(event.id) else { continue }
            // Between the two it may have been acknowledged.
            if try pending(scheme: scheme).contains(where: { $0.id == event.id }) { return event }
            claims.release(event.id)
        }
        return nil
    }

    private func queue(_ url: LinkURL, claimedBy claims: LinkClaims?) throws(LinkError) -> LinkEvent {
        let date = now()
        let event = try write { (database) throws(StorageError) -> LinkEvent? in
            let waiting = try database.first("SELECT count(*) FROM links WHERE scheme = ?", .text(url.scheme)) {
                $0.integer(0)
            }
            guard waiting ?? 0 < Self.maxPending else { return nil }
            try database.execute(
                "INSERT INTO links (scheme, url, opened_at) VALUES (?, ?, ?)", .text(url.scheme), .text(url.text),
                .real(date.timeIntervalSince1970))
            let id = try database.first("SELECT max(id) FROM links") { $0.integer(0) } ?? 0
            // Before the link can be seen, so that no listener comes first.
            try claims?.take(id)
            return LinkEvent(id: id, url: url, date: date)
        }
        guard let event else { throw .queueFull(scheme: url.scheme, limit: Self.maxPending) }
        return event
    }

    // MARK: - Inside

    private func read<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> [R]
    ) throws(LinkError) -> [R] {
        try LinkError.wrapping { () throws(StorageError) in try store.read(body) ?? [] }
    }

    @discardableResult
    private func write<R: Sendable>(
        _ body: @Sendable (inout Database) throws(StorageError) -> R
    ) throws(LinkError) -> R {
        try LinkError.wrapping { () throws(StorageError) in try store.write(body) }
    }

    /// Words as a JSON array.
    private static func text(_ words: [String]) -> String {
        (try? JSONEncoder().encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private static func words(_ text: String) -> [String] {
        (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}
