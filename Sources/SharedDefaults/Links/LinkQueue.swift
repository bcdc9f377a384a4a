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
    private let stateDirectory: String
    private let handlerFile: LinkHandlerFile?
    private let builtIn: [LinkScheme]
    private let now: @Sendable () -> Date

    /// Opens the queue of a state directory, an absolute path.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where the links wait.
    ///   - handlerFile: Where this user's commands for schemes are kept, a file of the user's own; `nil` where there is no
    ///     place for one. The commands of several state directories lie in it.
    ///   - builtIn: Schemes that need no registration.
    ///   - now: The clock.
    public init(
        stateDirectory: String, handlerFile: String?, builtIn: [LinkScheme] = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        store = Store(stateDirectory: stateDirectory)
        self.stateDirectory = Self.spelledWithoutLinks(stateDirectory)
        self.handlerFile = handlerFile.map(LinkHandlerFile.init(path:))
        self.builtIn = builtIn
        self.now = now
    }

    // MARK: - Schemes

    /// The schemes that links are taken for, by name.
    ///
    /// What this user has registered comes before the built-in schemes, and these before what the store holds. Of the store only
    /// names and hosts are taken, never a command: every member of its unix group could have written it.
    public func schemes() throws(LinkError) -> [LinkScheme] { try known().schemes }

    /// The commands that are not run, because another user may have written them.
    public func ignoredHandlers() throws(LinkError) -> [IgnoredHandler] { try known().ignored }

    private func known() throws(LinkError) -> (schemes: [LinkScheme], ignored: [IgnoredHandler]) {
        let stored = try read { (database) throws(StorageError) in try Self.storedSchemes(in: &database) }
        return try LinkError.wrapping { () throws(StorageError) in
            var schemes: [LinkScheme] = []
            var ignored: [IgnoredHandler] = []
            func add(_ scheme: LinkScheme) {
                if !schemes.contains(where: { $0.name == scheme.name }) { schemes.append(scheme) }
            }
            // The second is what an older version kept in the store when that was this user's alone.
            for file in [handlerFile, LinkHandlerFile(path: store.layout.oldHandlers)].compactMap(\.self) {
                let contents = try file.contents()
                for entry in contents.entries where isOfThisDirectory(entry) { add(entry.value) }
                if let fault = contents.fault { ignored.append(.file(path: fault.path, reason: fault.reason)) }
            }
            builtIn.forEach(add)
            for scheme in stored {
                if !scheme.handler.isEmpty { ignored.append(.stored(scheme: scheme.name, command: scheme.handler)) }
                add(LinkScheme(stored: scheme.name, hosts: scheme.hosts, handler: []))
            }
            return (schemes.sorted { $0.name < $1.name }, ignored)
        }
    }

    /// Makes a scheme known, in place of what was known of it: in this user's own file, not in the store.
    ///
    /// A built-in scheme keeps its hosts where none are given.
    /// - Throws: ``LinkError/untrustedFile(path:reason:)`` where another user could change the file.
    public func register(_ scheme: LinkScheme) throws(LinkError) {
        guard let handlerFile else { throw .storage(.noHome(variable: "HOME", value: nil)) }
        let standard = builtIn.first { $0.name == scheme.name }?.hosts ?? []
        let entry = LinkHandlerFile.Entry(
            LinkScheme(
                stored: scheme.name, hosts: scheme.hosts.isEmpty ? standard : scheme.hosts, handler: scheme.handler),
            stateDirectory: stateDirectory)
        let fault = try LinkError.wrapping { () throws(StorageError) in try handlerFile.register(entry) }
        if let fault { throw .untrustedFile(path: fault.path, reason: fault.reason) }
    }

    /// The scheme of a name, which becomes known by being asked for: who listens to a scheme wants its links.
    func listened(_ scheme: LinkScheme) throws(LinkError) -> LinkScheme {
        if let known = try schemes().first(where: { $0.name == scheme.name }) { return known }
        let date = now().timeIntervalSince1970
        try write { (database) throws(StorageError) in
            try database.execute(
                "INSERT OR IGNORE INTO schemes (scheme, hosts, handler, registered_at) VALUES (?, ?, '[]', ?)",
                .text(scheme.name), .text(Self.text(scheme.hosts)), .real(date))
        }
        return scheme
    }

    /// The schemes that the store holds, with the commands that older versions wrote there.
    static func storedSchemes(in database: inout Database) throws(StorageError) -> [LinkScheme] {
        try database.rows("SELECT scheme, hosts, handler FROM schemes ORDER BY scheme") { row in
            LinkScheme(stored: row.text(0), hosts: words(row.text(1)), handler: words(row.text(2)))
        }.filter { LinkScheme.isValid($0.name) }
    }

    private func isOfThisDirectory(_ entry: LinkHandlerFile.Entry) -> Bool {
        Self.spelledWithoutLinks(entry.stateDirectory).utf8.elementsEqual(stateDirectory.utf8)
    }

    /// A directory's path without links; as it is where it does not exist yet.
    private static func spelledWithoutLinks(_ path: String) -> String { Directory.realPath(of: path) ?? path }

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
                "SELECT id, url, opened_at, scheme FROM links WHERE ?1 IS NULL OR scheme = ?1 ORDER BY id",
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
