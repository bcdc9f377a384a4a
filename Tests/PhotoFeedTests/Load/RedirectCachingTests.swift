import FoundationEssentials
import Raster
import Synchronization
import TestSupport
import Testing

@testable import PhotoFeed

/// Each hop of a request is cached under its own address: a real server, a real fetcher, a clock that the test moves.
@Suite struct RedirectCachingTests {
    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let cache: DiskCache
    private let pages = Pages()

    /// What the server has: an answer by path, which a test may change.
    final class Pages: Sendable {
        private let replies = Mutex<[String: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply]>([:])

        func set(_ path: String, _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply) {
            replies.withLock { $0[path] = reply }
        }

        func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
            replies.withLock { $0[request.target] }?(request) ?? .http(404)
        }
    }

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        cache = try DiskCache(directory: scratch.path, now: { clock.now })
    }

    // MARK: - Freshness of each hop

    @Test(arguments: [302, 303, 307, 301, 308])
    func `an address that redirects without a lifetime is asked each time, its target while it is fresh once`(
        status: Int
    ) throws {
        redirect("/p", to: "/t", status: status)
        body("/t", "picture", "max-age=31536000")
        try withServer { (server) throws in
            #expect(try load(server, "/p").arrival == .fetched)
            clock.advance(by: 600)
            let second = try load(server, "/p")
            #expect(second.arrival == .revalidated && second.bytes == Array("picture".utf8))
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test(arguments: [302, 303, 307, 301, 308])
    func `a redirect with a lifetime is followed without asking until that ends`(status: Int) throws {
        redirect("/p", to: "/t", status: status, "max-age=60")
        body("/t", "picture", "max-age=600")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 59)
            #expect(try load(server, "/p").arrival == .cached)
            clock.advance(by: 2)
            #expect(try load(server, "/p").arrival == .revalidated)
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test func `a chain of mixed lifetimes is asked from its first hop on that is over`() throws {
        redirect("/p", to: "/a", "max-age=1000")
        redirect("/a", to: "/b", "max-age=10")
        redirect("/b", to: "/t", "max-age=1000")
        body("/t", "picture", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 20)
            #expect(try load(server, "/p").arrival == .revalidated)
            #expect(asked(server) == ["/p", "/a", "/b", "/t", "/a"])
        }
    }

    @Test func `Age counts for its own hop`() throws {
        pages.set("/p") { _ in
            .http(302, ["Location": "/t", "Cache-Control": "max-age=100", "Age": "90"])
        }
        body("/t", "picture", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 11)
            _ = try load(server, "/p")
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test func `Vary: * on a hop has it asked each time`() throws {
        pages.set("/p") { _ in .http(302, ["Location": "/t", "Cache-Control": "max-age=1000", "Vary": "*"]) }
        body("/t", "picture", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            _ = try load(server, "/p")
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test func `a redirect that changes its target is followed while the old target is fresh`() throws {
        redirect("/p", to: "/1")
        body("/1", "one", "max-age=31536000")
        body("/2", "two", "max-age=31536000")
        try withServer { (server) throws in
            #expect(try load(server, "/p").bytes == Array("one".utf8))
            redirect("/p", to: "/2")
            #expect(try load(server, "/p").bytes == Array("two".utf8))
            redirect("/p", to: "/1")
            #expect(try load(server, "/p").bytes == Array("one".utf8))
            #expect(asked(server) == ["/p", "/1", "/p", "/2", "/p"])
        }
    }

    @Test func `an address that stops redirecting has an answer of its own, and the other way round`() throws {
        redirect("/p", to: "/t", "max-age=10")
        body("/t", "there", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 11)
            body("/p", "here", "max-age=10")
            #expect(try load(server, "/p").bytes == Array("here".utf8))
            #expect(try load(server, "/p").arrival == .cached)
            clock.advance(by: 11)
            redirect("/p", to: "/t", "max-age=10")
            #expect(try load(server, "/p").bytes == Array("there".utf8))
            #expect(cache.response(for: server.base + "/p") == nil)
            #expect(try load(server, "/p").arrival == .cached)
        }
    }

    // MARK: - Validators

    @Test func `validators go to the hop that gave them, and to no other`() throws {
        pages.set("/p") { request in
            let fields = ["Location": "/t", "ETag": "\"hop\"", "Cache-Control": "max-age=10"]
            return .http(request.fields["If-None-Match"] == "\"hop\"" ? 304 : 301, fields)
        }
        pages.set("/t") { request in
            let fields = ["ETag": "\"end\"", "Cache-Control": "max-age=10"]
            return request.fields["If-None-Match"] == "\"end\""
                ? .http(304, fields) : .http(200, fields, body: Array("picture".utf8))
        }
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 11)
            let second = try load(server, "/p")
            #expect(second.arrival == .revalidated && second.bytes == Array("picture".utf8))
            let tags = server.requests.map { "\($0.target) \($0.fields["If-None-Match"] ?? "-")" }
            #expect(tags == ["/p -", "/t -", "/p \"hop\"", "/t \"end\""])
            // The 304 of each hop renewed that hop.
            #expect(try load(server, "/p").arrival == .cached)
        }
    }

    @Test func `the validator of the end does not go to an address that redirects without a lifetime`() throws {
        redirect("/p", to: "/t")
        pages.set("/t") { request in
            request.fields["If-None-Match"] == nil && request.fields["If-Modified-Since"] == nil
                ? .http(200, ["ETag": "\"end\"", "Last-Modified": "Sun, 29 Nov 2026 01:38:00 GMT"], body: [1])
                : .http(304)
        }
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 86_400 * 2)
            #expect(try load(server, "/p").arrival == .revalidated)
            let requests = server.requests
            #expect(requests.map(\.target) == ["/p", "/t", "/p", "/t"])
            #expect(requests[2].fields["If-None-Match"] == nil && requests[2].fields["If-Modified-Since"] == nil)
            #expect(requests[3].fields["If-None-Match"] == "\"end\"")
        }
    }

    @Test func `the rest of a cut body is asked for at the address that cut it`() throws {
        redirect("/p", to: "/t")
        pages.set("/t") { request in
            let whole = LoopbackFetch.kilobytes
            guard let range = request.fields["Range"] else {
                let head = "HTTP/1.1 200 OK\r\nETag: \"t\"\r\nContent-Length: \(whole.count)\r\n\r\n"
                return LoopbackServer.Reply(Array(head.utf8) + whole.prefix(4000), then: .close)
            }
            guard request.fields["If-Range"] == "\"t\"", range == "bytes=4000-" else { return .http(400) }
            let fields = ["ETag": "\"t\"", "Content-Range": "bytes 4000-\(whole.count - 1)/\(whole.count)"]
            return .http(206, fields, body: Array(whole.dropFirst(4000)))
        }
        try withServer { (server) throws in
            #expect(throws: LoadError.self) { try load(server, "/p") }
            #expect(cache.partial(of: server.base + "/t")?.bytes.count == 4000)
            #expect(cache.partial(of: server.base + "/p") == nil)
            #expect(try load(server, "/p").bytes == LoopbackFetch.kilobytes)
            #expect(server.requests.filter { $0.target == "/p" }.allSatisfy { $0.fields["Range"] == nil })
        }
    }

    // MARK: - no-store

    @Test func `a hop that may not be stored is asked each time and leaves nothing behind`() throws {
        redirect("/p", to: "/t", "no-store")
        body("/t", "picture", "max-age=31536000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            #expect(cache.redirect(of: server.base + "/p") == nil)
            #expect(cache.response(for: server.base + "/t") != nil)
            _ = try load(server, "/p")
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test func `an end that may not be stored is used once, though every hop before it is fresh`() throws {
        redirect("/p", to: "/t", "max-age=1000")
        body("/t", "picture", "no-store")
        try withServer { (server) throws in
            let first = try load(server, "/p")
            #expect(first.arrival == .fetched && !first.mayStore)
            #expect(cache.response(for: server.base + "/t") == nil)
            _ = try load(server, "/p")
            #expect(asked(server) == ["/p", "/t", "/t"])
        }
    }

    // MARK: - When the redirect cannot be asked

    @Test func `the last good bytes serve as stale when a redirect cannot be asked`() throws {
        redirect("/p", to: "/t")
        body("/t", "picture", "max-age=31536000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            pages.set("/p") { _ in .http(503) }
            guard case .stale = try load(server, "/p").arrival else {
                Issue.record("not stale")
                return
            }
            let offline = try load(server, "/p", isOffline: true)
            #expect(offline.arrival == .cached || offline.bytes == Array("picture".utf8))
            #expect(asked(server) == ["/p", "/t", "/p"])
        }
    }

    @Test func `a redirect to something of no use leaves what was good before`() throws {
        body("/p", "picture", "max-age=10")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 11)
            redirect("/p", to: "/portal", "max-age=1000")
            body("/portal", "<html>", "max-age=1000")
            #expect(throws: LoadError.self) {
                try loader(server).resource(request(server, "/p"), .init(allowsHeuristic: true)) {
                    (resource) throws(LoadError) in
                    throw .picture(.notAPicture(found: "HTML"), url: resource.address)
                }
            }
            #expect(cache.response(for: server.base + "/p") != nil)
            #expect(cache.redirect(of: server.base + "/p") == nil)
        }
    }

    // MARK: - Redirects that go wrong

    @Test func `redirects that go in a circle in the cache are asked anew`() throws {
        redirect("/a", to: "/b", "max-age=1000")
        body("/b", "old", "max-age=1000")
        redirect("/c", to: "/a", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/a")
            redirect("/b", to: "/c", "max-age=1000")
            body("/c", "new", "max-age=0")
            // Circle by hand: what two servers that changed at different times leave behind.
            for (from, to) in [("/b", "/c"), ("/c", "/a")] {
                try cache.keep(
                    Redirect(
                        url: server.base + from, location: server.base + to, status: 301,
                        fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=1000")]),
                        requestedAt: clock.now, receivedAt: clock.now))
            }
            body("/a", "mended", "max-age=10")
            #expect(try load(server, "/a").bytes == Array("mended".utf8))
        }
    }

    @Test(arguments: [403, 404, 410])
    func `a stored redirect that leads to nothing is asked anew`(status: Int) throws {
        redirect("/p", to: "/1", status: 301, "max-age=31536000")
        body("/1", "one", "max-age=10")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            clock.advance(by: 11)
            pages.set("/1") { _ in .http(status) }
            redirect("/p", to: "/2", status: 301, "max-age=31536000")
            body("/2", "two", "max-age=10")
            #expect(try load(server, "/p").bytes == Array("two".utf8))
            #expect(asked(server) == ["/p", "/1", "/1", "/p", "/2"])
        }
    }

    @Test func `an address that said it has nothing is not asked again by way of a redirect`() throws {
        redirect("/p", to: "/t")
        try withServer { (server) throws in
            for _ in 0..<3 { #expect(throws: LoadError.self) { try load(server, "/p") } }
            #expect(asked(server) == ["/p", "/t", "/p", "/p"])
        }
    }

    @Test func `no redirect of the cache lasts longer than it may`() throws {
        redirect("/p", to: "/t", status: 301, "max-age=99999999999, immutable")
        body("/t", "feed", "max-age=99999999999")
        try withServer { (server) throws in
            let use = ResourceLoader.Use(allowsHeuristic: false, longestLifetime: 86_400)
            _ = try load(server, "/p", use)
            clock.advance(by: 86_399)
            #expect(try load(server, "/p", use).arrival == .cached)
            clock.advance(by: 1)
            _ = try load(server, "/p", use)
            #expect(asked(server) == ["/p", "/t", "/p", "/t"])
        }
    }

    @Test func `a policy that refuses the target refuses it in the cache as well`() throws {
        redirect("/p", to: "/t", "max-age=1000")
        body("/t", "picture", "max-age=1000")
        try withServer { (server) throws in
            _ = try load(server, "/p")
            let strict = FetchRequest(
                url: server.base + "/p", maxBytes: 1000, policy: AddressPolicy(trustedOrigin: "http://other.example"))
            #expect(throws: LoadError.self) {
                try loader(server).resource(strict, .init(allowsHeuristic: true)) { (_) throws(LoadError) in "jpg" }
            }
        }
    }

    // MARK: - What the tests ask for

    private func redirect(_ path: String, to location: String, status: Int = 302, _ control: String? = nil) {
        var fields = ["Location": location]
        fields["Cache-Control"] = control
        let reply = fields
        pages.set(path) { _ in .http(status, reply) }
    }

    private func body(_ path: String, _ text: String, _ control: String) {
        pages.set(path) { _ in .http(200, ["Cache-Control": control], body: Array(text.utf8)) }
    }

    private func withServer(_ body: (LoopbackServer) throws -> Void) throws {
        let pages = pages
        let server = try LoopbackServer { pages.reply(to: $0) }
        defer { server.stop() }
        try body(server)
    }

    private func asked(_ server: LoopbackServer) -> [String] { server.requests.map(\.target) }

    private func request(_ server: LoopbackServer, _ path: String) -> FetchRequest {
        FetchRequest(url: server.base + path, maxBytes: 1 << 20, policy: AddressPolicy(trustedOrigin: server.base))
    }

    private func loader(_ server: LoopbackServer, isOffline: Bool = false) -> ResourceLoader {
        let clock = clock
        var fetchClock = LoopbackFetch.StillClock().clock
        fetchClock.now = { clock.now }
        let fetcher = CurlFetcher(userAgent: "test/1", retry: RetryPolicy(retries: 0), clock: fetchClock)
        return ResourceLoader(
            cache: cache, fetcher: fetcher, now: { clock.now }, isOffline: isOffline, patience: .milliseconds(20))
    }

    private func load(
        _ server: LoopbackServer, _ path: String, _ use: ResourceLoader.Use = .init(allowsHeuristic: true),
        isOffline: Bool = false
    ) throws -> Resource {
        try loader(server, isOffline: isOffline).resource(request(server, path), use) { (_) throws(LoadError) in "jpg" }
    }
}
