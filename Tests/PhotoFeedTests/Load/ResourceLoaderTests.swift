import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PhotoFeed

@Suite struct ResourceLoaderTests {
    static let url = "https://photos.example/a.jpg"
    private static let body = Array("first".utf8)

    private let scratch: ScratchDirectory
    private let clock = TestClock()
    private let cache: DiskCache

    init() throws {
        scratch = try ScratchDirectory()
        let clock = clock
        cache = try DiskCache(directory: scratch.path, now: { clock.now })
    }

    /// What a second load comes to.
    enum Outcome { case cached, behind, revalidated, fetched, stale, failed }

    /// A header, the seconds until the second load, whether the server still answers then, and what that comes to.
    struct Row: Sendable, CustomTestStringConvertible {
        var header: String
        var seconds: Double
        var isUp: Bool
        var outcome: Outcome
        var testDescription: String { "\(header) after \(Int(seconds)) s, server \(isUp ? "up" : "down")" }

        init(_ header: String, _ seconds: Double, isUp: Bool = true, _ outcome: Outcome) {
            (self.header, self.seconds, self.isUp, self.outcome) = (header, seconds, isUp, outcome)
        }

        var fields: [HTTPFields.Field] {
            header.split(separator: "|").map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return HTTPFields.Field(name: parts[0], value: parts.count > 1 ? parts[1] : "")
            }
        }
    }

    private static let tag = "ETag: \"a\" | Cache-Control: "
    private static let date = "Date: Mon, 30 Nov 2026 01:38:00 GMT | "
    private static let modified = "Last-Modified: Sun, 29 Nov 2026 01:38:00 GMT"

    static let rows: [Row] = [
        // max-age
        Row(tag + "max-age=60", 0, .cached),
        Row(tag + "max-age=60", 59, .cached),
        Row(tag + "max-age=60", 60, .revalidated),
        Row(tag + "max-age=60", 61, isUp: false, .stale),
        Row(tag + "max-age=0", 0, .revalidated),
        Row(tag + "max-age=0", 0, isUp: false, .stale),
        Row(tag + "max-age=99999999999999999999", 31_535_999, .cached),
        Row(tag + "max-age=99999999999999999999", 31_536_000, .revalidated),
        Row(tag + "max-age=99999999999999999999, immutable", 31_536_000, .revalidated),
        Row(
            date + tag.dropLast("Cache-Control: ".count) + "Expires: Thu, 01 Jan 2099 00:00:00 GMT", 31_536_001,
            .revalidated),
        Row(tag + "max-age=60, stale-while-revalidate=99999999999", 31_536_001, .revalidated),
        Row(tag + "max-age=-1", 0, .revalidated),
        Row(tag + "max-age=soon", 0, .revalidated),
        Row(tag + "max-age=\"60\"", 59, .cached),
        Row(tag + "MAX-AGE=60", 59, .cached),
        Row(tag + "max-age=60, max-age=6000", 61, .revalidated),
        Row(tag + "public, max-age=60", 59, .cached),
        Row(tag + "private, max-age=60", 59, .cached),
        // s-maxage is for shared caches
        Row(tag + "s-maxage=600", 0, .revalidated),
        Row(tag + "max-age=60, s-maxage=600", 61, .revalidated),
        Row(tag + "max-age=600, s-maxage=0", 61, .cached),
        // no-cache, no-store, must-revalidate
        Row(tag + "no-cache", 0, .revalidated),
        Row(tag + "no-cache, max-age=60", 0, .revalidated),
        Row(tag + "no-cache", 0, isUp: false, .failed),
        Row(tag + "no-cache=\"Set-Cookie\", max-age=60", 0, .revalidated),
        Row(tag + "no-store", 0, .fetched),
        Row(tag + "no-store, max-age=60", 0, .fetched),
        Row(tag + "no-store", 0, isUp: false, .failed),
        Row(tag + "must-revalidate, max-age=60", 59, .cached),
        Row(tag + "must-revalidate, max-age=60", 60, .revalidated),
        Row(tag + "must-revalidate, max-age=60", 60, isUp: false, .failed),
        Row(tag + "must-revalidate, max-age=60", 59, isUp: false, .cached),
        Row(tag + "proxy-revalidate, max-age=60", 60, isUp: false, .stale),
        Row(tag + "immutable, max-age=60", 59, .cached),
        Row(tag + "immutable, max-age=60", 61, .revalidated),
        // Expires and Date
        Row(date + "ETag: \"a\" | Expires: Mon, 30 Nov 2026 01:39:00 GMT", 59, .cached),
        Row(date + "ETag: \"a\" | Expires: Mon, 30 Nov 2026 01:39:00 GMT", 60, .revalidated),
        Row("ETag: \"a\" | Expires: 0", 0, .revalidated),
        Row("ETag: \"a\" | Expires: -1", 0, .revalidated),
        Row("ETag: \"a\" | Expires: Thu, 01 Jan 1970 00:00:00 GMT", 0, .revalidated),
        Row(tag + "max-age=60 | Expires: 0", 59, .cached),
        Row(tag + "max-age=0 | Expires: Mon, 30 Nov 2037 01:39:00 GMT", 0, .revalidated),
        // The server's clock is an hour behind ours, then an hour ahead.
        Row("ETag: \"a\" | Date: Mon, 30 Nov 2026 00:38:00 GMT | Cache-Control: max-age=60", 0, .revalidated),
        Row("ETag: \"a\" | Date: Mon, 30 Nov 2026 02:38:00 GMT | Cache-Control: max-age=60", 59, .cached),
        Row(
            "ETag: \"a\" | Date: Mon, 30 Nov 2026 02:38:00 GMT | Expires: Mon, 30 Nov 2026 02:39:00 GMT", 60,
            .revalidated),
        // Age
        Row(tag + "max-age=60 | Age: 30", 29, .cached),
        Row(tag + "max-age=60 | Age: 30", 30, .revalidated),
        Row(tag + "max-age=60 | Age: 60", 0, .revalidated),
        Row(tag + "max-age=60 | Age: old", 59, .cached),
        Row(tag + "max-age=60 | Age: -5", 59, .cached),
        // A tenth of the age, where nothing else is said, at most a day
        Row(date + modified, 8639, .cached),
        Row(date + modified, 8640, .revalidated),
        Row(date + "Last-Modified: Wed, 30 Nov 2016 01:38:00 GMT", 86_399, .cached),
        Row(date + "Last-Modified: Wed, 30 Nov 2016 01:38:00 GMT", 86_400, .revalidated),
        Row(date + modified + " | Cache-Control: no-cache", 1, .revalidated),
        Row(date + "Last-Modified: yesterday", 0, .revalidated),
        Row("Content-Type: image/jpeg", 0, .fetched),
        // Vary
        Row(tag + "max-age=60 | Vary: *", 0, .revalidated),
        Row(tag + "max-age=60 | Vary: Accept", 59, .cached),
        Row(tag + "max-age=60 | Vary: Accept-Encoding, User-Agent, Cookie", 59, .cached),
        // Weak tags, and none
        Row("ETag: W/\"a\" | Cache-Control: max-age=60", 60, .revalidated),
        Row(modified + " | Cache-Control: max-age=60", 60, .revalidated),
        Row("Cache-Control: max-age=60", 60, .fetched),
        Row("Cache-Control: max-age=60", 60, isUp: false, .stale),
        // stale-while-revalidate
        Row(tag + "max-age=60, stale-while-revalidate=60", 59, .cached),
        Row(tag + "max-age=60, stale-while-revalidate=60", 60, .behind),
        Row(tag + "max-age=60, stale-while-revalidate=60", 120, .behind),
        Row(tag + "max-age=60, stale-while-revalidate=60", 121, .revalidated),
        Row(tag + "max-age=60, stale-while-revalidate=60, must-revalidate", 61, .revalidated),
        Row(tag + "no-cache, stale-while-revalidate=60", 1, .revalidated),
        // stale-if-error
        Row(tag + "max-age=60, stale-if-error=60", 120, isUp: false, .stale),
        Row(tag + "max-age=60, stale-if-error=60", 121, isUp: false, .failed),
        Row(tag + "max-age=60, stale-if-error=0", 61, isUp: false, .failed),
        Row(tag + "max-age=60, stale-if-error=60, must-revalidate", 61, isUp: false, .failed),
        // A clock that was set back
        Row(tag + "max-age=60", -61, .revalidated),
        Row(tag + "max-age=60", -59, .cached),
    ]

    @Test(arguments: rows)
    func `a second load is served or asked for as the first one's header says`(row: Row) throws {
        let server = server(row.fields)
        let loader = loader(server)
        #expect(try load(loader).arrival == .fetched)
        clock.advance(by: row.seconds)
        if !row.isUp {
            server.answer { request throws(FetchError) in throw .unreachable(url: request.url, reason: "down") }
        }
        var found = Outcome.failed
        do {
            let resource = try load(loader)
            #expect(resource.bytes == Self.body)
            found =
                switch resource.arrival {
                case .cached: resource.needsRevalidation ? .behind : .cached
                case .revalidated: .revalidated
                case .fetched: .fetched
                case .stale: .stale
                }
        } catch {
            #expect(error == .fetch(.unreachable(url: Self.url, reason: "down")))
        }
        #expect(found == row.outcome)
        let asks = found != .cached && found != .behind
        #expect(server.requests.count == (asks ? 2 : 1))
    }

    @Test func `the table has at least sixty rows, each of its own`() {
        #expect(Self.rows.count >= 60)
        #expect(Set(Self.rows.map(\.testDescription)).count == Self.rows.count)
    }

    // MARK: - 304 and no-store

    @Test func `a 304 updates the header, and a new lifetime counts from then on`() throws {
        let server = server([.init(name: "ETag", value: "\"a\""), .init(name: "Cache-Control", value: "max-age=60")])
        let loader = loader(server)
        _ = try load(loader)
        clock.advance(by: 61)
        answer(server, 304, ["ETag": "\"a\"", "Cache-Control": "max-age=600", "X-New": "1"])
        #expect(try load(loader).arrival == .revalidated)
        clock.advance(by: 599)
        #expect(try load(loader).arrival == .cached)
        #expect(cache.response(for: Self.url)?.fields["X-New"] == "1")
    }

    @Test func `a 304 where nothing is stored is an error, not an empty picture`() throws {
        let server = server([])
        answer(server, 304, [:])
        #expect(throws: LoadError.fetch(.status(url: Self.url, code: 304, retryAt: nil))) { try load(loader(server)) }
    }

    @Test func `a 304 about another entity is asked again without validators`() throws {
        let server = server([.init(name: "ETag", value: "\"a\"")])
        let loader = loader(server)
        _ = try load(loader)
        let date = clock.now
        server.answer { request in
            let isConditional = request.etag != nil
            return FetchResponse(
                status: isConditional ? 304 : 200, fields: HTTPFields([.init(name: "ETag", value: "\"b\"")]),
                body: isConditional ? [] : Array("second".utf8), effectiveURL: request.url, requestedAt: date,
                receivedAt: date)
        }
        let resource = try load(loader)
        #expect(resource.arrival == .fetched)
        #expect(resource.bytes == Array("second".utf8))
        #expect(server.requests.map(\.etag) == [nil, "\"a\"", nil])
    }

    @Test func `what was evicted while the server said 304 is stored again`() throws {
        let server = server([.init(name: "ETag", value: "\"a\"")])
        let loader = loader(server)
        _ = try load(loader)
        let (cache, date) = (cache, clock.now)
        server.answer { request in
            try? cache.clear()
            return FetchResponse(
                status: 304, fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=60")]), body: [],
                effectiveURL: request.url, requestedAt: date, receivedAt: date)
        }
        #expect(try load(loader).arrival == .revalidated)
        #expect(try load(loader).arrival == .cached)
    }

    @Test(arguments: [200, 304])
    func `no-store removes what was stored`(status: Int) throws {
        let server = server([.init(name: "ETag", value: "\"a\"")])
        let loader = loader(server)
        _ = try load(loader)
        answer(server, status, ["Cache-Control": "no-store"])
        #expect(try load(loader).bytes == Self.body)
        #expect(cache.response(for: Self.url) == nil)
        #expect(try scratch.files(below: "objects").isEmpty)
    }

    @Test func `offline on purpose shows even what may not be served after an error`() throws {
        let server = server([.init(name: "Cache-Control", value: "no-cache")])
        _ = try load(loader(server))
        guard case .stale = try load(loader(server, isOffline: true)).arrival else {
            Issue.record("expected the stored bytes")
            return
        }
        #expect(server.requests.count == 1)
    }

    // MARK: - What failed is not asked again at once

    @Test(arguments: [(403, 3599.0, 3601.0), (404, 3599, 3601), (410, 86_399, 86_401), (500, 9, 11), (503, 9, 11)])
    func `an address that failed is left alone for as long as its kind of failure lasts`(
        code: Int, within: Double, over: Double
    ) throws {
        let server = server([])
        server.answer { request throws(FetchError) in throw .status(url: request.url, code: code, retryAt: nil) }
        let expected = LoadError.fetch(.status(url: Self.url, code: code, retryAt: nil))
        let loader = loader(server)
        #expect(throws: expected) { try load(loader) }
        clock.advance(by: within)
        #expect(throws: expected) { try load(loader) }
        #expect(server.requests.count == 1)
        clock.advance(by: over - within)
        #expect(throws: expected) { try load(loader) }
        #expect(server.requests.count == 2)
    }

    @Test func `what the server says is gone serves no longer, also when it cannot be asked`() throws {
        let server = server([.init(name: "ETag", value: "\"a\"")])
        let loader = loader(server)
        _ = try load(loader)
        server.answer { request throws(FetchError) in throw .status(url: request.url, code: 404, retryAt: nil) }
        #expect(throws: LoadError.self) { try load(loader) }
        clock.advance(by: 3601)
        server.answer { request throws(FetchError) in throw .unreachable(url: request.url, reason: "down") }
        #expect(throws: LoadError.fetch(.unreachable(url: Self.url, reason: "down"))) { try load(loader) }
    }

    @Test func `a host that fails five times in a row is left alone for ten minutes, by other processes too`() throws {
        let server = server([])
        server.answer { request throws(FetchError) in throw .unreachable(url: request.url, reason: "down") }
        for _ in 1...5 {
            #expect(throws: LoadError.fetch(.unreachable(url: Self.url, reason: "down"))) { try load(loader(server)) }
        }
        let until = clock.now + 600
        clock.advance(by: 599)
        let other = try DiskCache(directory: scratch.path, now: { [clock] in clock.now })
        #expect(throws: LoadError.fetch(.waiting(url: Self.url, until: until))) { try load(loader(server, other)) }
        #expect(server.requests.count == 5)
        clock.advance(by: 2)
        #expect(throws: LoadError.fetch(.unreachable(url: Self.url, reason: "down"))) { try load(loader(server)) }
        #expect(throws: LoadError.fetch(.waiting(url: Self.url, until: clock.now + 600))) { try load(loader(server)) }
        #expect(server.requests.count == 6)
    }

    @Test func `an answer ends a row of failures`() throws {
        let good = server([])
        let bad = ScriptedFetcher { request throws(FetchError) in
            throw .unreachable(url: request.url, reason: "down")
        }
        for turn in 1...12 {
            if turn % 4 == 0 {
                _ = try load(loader(good))
            } else {
                _ = try? load(loader(bad))
            }
        }
        #expect(bad.requests.count == 9)
        #expect(cache.backOff(of: "https://photos.example:443", at: clock.now) == nil)
    }

    // MARK: - Cut downloads

    @Test func `what came of a cut download is asked for by the rest of it only, in another process`() throws {
        let server = server([])
        let partial = PartialBody(bytes: Array("fir".utf8), validator: "\"a\"")
        server.answer { request throws(FetchError) in
            request.keepPartial?(partial)
            throw .truncated(url: request.url, received: 3, promised: 5)
        }
        #expect(throws: LoadError.self) { try load(loader(server)) }
        #expect(cache.response(for: Self.url) == nil)
        let other = try DiskCache(directory: scratch.path, now: { [clock] in clock.now })
        answer(server, 200, [:])
        #expect(try load(loader(server, other)).bytes == Self.body)
        #expect(server.requests.map(\.partial) == [nil, partial])
        #expect(other.partial(of: Self.url) == nil)
        #expect(try scratch.files(below: "partials").isEmpty)
    }

    @Test func `two parts that make no picture are given up, and the whole is asked for`() throws {
        try cache.store(PartialBody(bytes: [1, 2, 3], validator: "\"a\""), of: Self.url)
        let date = clock.now
        let server = ScriptedFetcher { request in
            var response = FetchResponse(
                status: 200, fields: HTTPFields(), body: request.partial == nil ? Self.body : [1, 2, 3, 4],
                effectiveURL: request.url, requestedAt: date, receivedAt: date)
            response.isResumed = request.partial != nil
            return response
        }
        let resource = try loader(server).resource(request, .init(allowsHeuristic: true)) {
            resource throws(LoadError) in
            guard resource.bytes == Self.body else { throw .unavailable(url: Self.url) }
            return "jpg"
        }
        #expect(resource.bytes == Self.body)
        #expect(server.requests.count == 2)
    }

    // MARK: - One request for many

    @Test func `who waits for another process' load gets its answer and asks nobody`() throws {
        let server = server([])
        let lease = Mutex<CacheLease?>(cache.lease(of: Self.url, waiting: .zero))
        let other = try DiskCache(directory: scratch.path, now: { [clock] in clock.now })
        let waiting = loader(server, other, patience: .seconds(30))
        let found = Mutex<Resource?>(nil)
        let ended = DispatchSemaphore(value: 0)
        let request = request
        Thread.detachNewThread {
            let resource = try? waiting.resource(request, .init(allowsHeuristic: true)) { _ in "jpg" }
            found.withLock { $0 = resource }
            ended.signal()
        }
        _ = try cache.store(
            Self.body, fileExtension: "jpg", url: Self.url,
            fields: HTTPFields([.init(name: "Cache-Control", value: "max-age=60")]), requestedAt: clock.now,
            receivedAt: clock.now)
        lease.withLock { $0 = nil }
        ended.wait()
        let resource = try #require(found.withLock { $0 })
        #expect(resource.bytes == Self.body)
        #expect(resource.arrival == .cached)
        #expect(server.requests.isEmpty)
    }

    @Test func `a load that another process does not end is given up at the deadline`() throws {
        let server = server([])
        let lease = cache.lease(of: Self.url, waiting: .zero)
        let other = try DiskCache(directory: scratch.path, now: { [clock] in clock.now })
        #expect {
            try load(loader(server, other))
        } throws: { error in
            if case LoadError.fetch(.timedOut) = error { true } else { false }
        }
        #expect(server.requests.isEmpty)
        withExtendedLifetime(lease) {}
    }

    // MARK: - What the tests ask for

    private var request: FetchRequest { FetchRequest(url: Self.url, maxBytes: 1000, policy: AddressPolicy()) }

    private func load(_ loader: ResourceLoader) throws(LoadError) -> Resource {
        try loader.resource(request, .init(allowsHeuristic: true)) { (_) throws(LoadError) in "jpg" }
    }

    private func loader(
        _ server: ScriptedFetcher, _ other: DiskCache? = nil, isOffline: Bool = false,
        patience: Duration = .milliseconds(20)
    ) -> ResourceLoader {
        ResourceLoader(
            cache: other ?? cache, fetcher: server, now: { [clock] in clock.now }, isOffline: isOffline,
            patience: patience)
    }

    /// A server that has one body under one header, and says 304 to those who name it.
    private func server(_ fields: [HTTPFields.Field]) -> ScriptedFetcher {
        let (clock, fields) = (clock, HTTPFields(fields))
        return ScriptedFetcher { request in
            let isKnown =
                request.etag != nil && request.etag == fields["ETag"]
                || request.lastModified != nil && request.lastModified == fields["Last-Modified"]
            return FetchResponse(
                status: isKnown ? 304 : 200, fields: fields, body: isKnown ? [] : Self.body,
                effectiveURL: request.url, requestedAt: clock.now, receivedAt: clock.now)
        }
    }

    private func answer(_ server: ScriptedFetcher, _ status: Int, _ fields: [String: String]) {
        let clock = clock
        server.answer { request in
            FetchResponse(
                status: status, fields: HTTPFields(fields.map { HTTPFields.Field(name: $0.key, value: $0.value) }),
                body: status == 304 ? [] : Self.body, effectiveURL: request.url, requestedAt: clock.now,
                receivedAt: clock.now)
        }
    }
}
