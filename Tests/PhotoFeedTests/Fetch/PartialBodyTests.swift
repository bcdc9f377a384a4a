import Foundation
import Synchronization
import Testing

@testable import PhotoFeed

@Suite struct PartialBodyTests {
    typealias Reply = LoopbackServer.Reply

    static let whole = LoopbackFetch.kilobytes

    /// What a fetch came to, and the parts it wanted kept.
    static func outcome(
        retries: Int = 0, maxBytes: Int = 1 << 20, partial: PartialBody? = nil,
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> Reply
    ) throws -> (result: Result<FetchResponse, FetchError>, kept: [PartialBody], ranges: [String?]) {
        let server = try LoopbackServer(answer)
        defer { server.stop() }
        let fetcher = CurlFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: retries), clock: LoopbackFetch.StillClock().clock)
        var request = FetchRequest(
            url: server.base + "/a", maxBytes: maxBytes, policy: AddressPolicy(trustedOrigin: server.base))
        let kept = Kept()
        request.partial = partial
        request.keepPartial = { part in kept.parts.withLock { $0.append(part) } }
        let result = Result { () throws(FetchError) in try fetcher.fetch(request) }
        return (result, kept.parts.withLock { $0 }, server.requests.map { $0.fields["Range"] })
    }

    final class Kept: Sendable {
        let parts = Mutex<[PartialBody]>([])
    }

    /// A 200 that promises all and sends so many bytes.
    static func cut(_ count: Int, _ fields: [String: String] = ["ETag": "\"a\""]) -> Reply {
        var head = "HTTP/1.1 200 OK\r\nContent-Length: \(whole.count)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        return Reply(Array((head + "\r\n").utf8) + whole.prefix(count), then: .close)
    }

    static func rest(from start: Int, _ range: String? = nil, body: [UInt8]? = nil) -> Reply {
        .http(
            206, ["ETag": "\"a\"", "Content-Range": range ?? "bytes \(start)-\(whole.count - 1)/\(whole.count)"],
            body: body ?? Array(whole.dropFirst(start)))
    }

    @Test func `a cut download goes on with the next try`() throws {
        let (result, kept, ranges) = try Self.outcome(retries: 1) { request in
            request.fields["Range"] == nil ? Self.cut(6000) : Self.rest(from: 6000)
        }
        let response = try result.get()
        #expect(response.status == 200)
        #expect(response.body == Self.whole)
        #expect(response.isResumed)
        #expect(response.fields["Content-Range"] == nil)
        #expect(kept.map(\.bytes.count) == [6000])
        #expect(ranges == [nil, "bytes=6000-"])
    }

    @Test func `a long body is kept while it arrives, at doubling lengths`() throws {
        let long = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let (result, kept, _) = try Self.outcome(maxBytes: 2 << 20) { _ in .http(200, ["ETag": "\"a\""], body: long) }
        #expect(try result.get().body == long)
        #expect((2...3).contains(kept.count), "\(kept.map(\.bytes.count))")
        #expect(kept.allSatisfy { long.starts(with: $0.bytes) && $0.bytes.count >= 256 << 10 })
        for (one, next) in zip(kept, kept.dropFirst()) { #expect(next.bytes.count >= 2 * one.bytes.count) }
    }

    @Test func `a long body that may not be stored is not kept`() throws {
        let fields = ["ETag": "\"a\"", "Cache-Control": "max-age=9, no-store"]
        let long = [UInt8](repeating: 7, count: 600_000)
        #expect(try Self.outcome { _ in .http(200, fields, body: long) }.kept.isEmpty)
        #expect(try Self.outcome { _ in Self.cut(6000, fields) }.kept.isEmpty)
    }

    @Test func `a rest that is cut again is longer`() throws {
        let (result, kept, ranges) = try Self.outcome(retries: 2) { request in
            switch request.fields["Range"] {
            case nil: return Self.cut(6000)
            case "bytes=6000-":
                let head =
                    "HTTP/1.1 206 Part\r\nContent-Length: 4000\r\nContent-Range: bytes 6000-9999/10000\r\n\r\n"
                return Reply(Array(head.utf8) + Self.whole[6000..<8000], then: .close)
            default: return Self.rest(from: 8000)
            }
        }
        #expect(try result.get().body == Self.whole)
        #expect(kept.map(\.bytes.count) == [6000, 8000])
        #expect(ranges == [nil, "bytes=6000-", "bytes=8000-"])
    }

    @Test func `a server that has something else now starts over`() throws {
        let partial = PartialBody(bytes: [1, 2, 3], validator: "\"old\"")
        let (result, _, ranges) = try Self.outcome(partial: partial) { request in
            #expect(request.fields["If-Range"] == "\"old\"")
            return .http(200, ["ETag": "\"a\""], body: Self.whole)
        }
        let response = try result.get()
        #expect(response.body == Self.whole)
        #expect(!response.isResumed)
        #expect(ranges == ["bytes=3-"])
    }

    @Test(arguments: [
        "bytes 5-9999/10000", "bytes 7-9999/10000", "bytes 6-9998/10000", "bytes 6-9999/*", "bytes 6-9999/9999",
        "bytes */10000", "items 6-9999/10000", "bytes 6-9999", "bytes -6-9999/10000", "",
    ])
    func `a part that does not fit is not used, and the whole is asked for`(range: String) throws {
        let partial = PartialBody(bytes: Array(Self.whole.prefix(6)), validator: "\"a\"")
        let (result, _, ranges) = try Self.outcome(partial: partial) { request in
            request.fields["Range"] == nil
                ? .http(200, [:], body: Self.whole) : Self.rest(from: 6, range, body: Array(Self.whole.dropFirst(6)))
        }
        #expect(try result.get().body == Self.whole)
        #expect(ranges == ["bytes=6-", nil])
    }

    @Test(arguments: [412, 416])
    func `a server that refuses the range is asked for the whole`(code: Int) throws {
        let partial = PartialBody(bytes: [1], validator: "\"a\"")
        let (result, _, ranges) = try Self.outcome(partial: partial) { request in
            request.fields["Range"] == nil ? .http(200, [:], body: Self.whole) : .http(code)
        }
        #expect(try result.get().body == Self.whole)
        #expect(ranges == ["bytes=1-", nil])
    }

    @Test func `two parts together may not be larger than the limit`() throws {
        let partial = PartialBody(bytes: Array(Self.whole.prefix(6000)), validator: "\"a\"")
        let (result, _, _) = try Self.outcome(maxBytes: 9999, partial: partial) { _ in Self.rest(from: 6000) }
        #expect {
            try result.get()
        } throws: { error in
            if case FetchError.tooLarge(_, 9999) = error { true } else { false }
        }
    }

    @Test(arguments: ["bytes 6000-99999/100000", "bytes 6000-9999/9223372036854775807"])
    func `a rest that would make more than the limit is refused at its header`(range: String) throws {
        let partial = PartialBody(bytes: Array(Self.whole.prefix(6000)), validator: "\"a\"")
        let (result, kept, _) = try Self.outcome(maxBytes: 10_000, partial: partial) { _ in
            Reply("HTTP/1.1 206 Part\r\nContent-Range: \(range)\r\n\r\n", then: .silence)
        }
        guard case .tooLarge(_, 10_000) = LoopbackFetch.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(kept.isEmpty)
    }

    @Test func `a body that grows with every answer stays within the limit`() throws {
        let (result, kept, _) = try Self.outcome(retries: 9, maxBytes: 10_000) { request in
            let start = request.fields["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
            let total = start + 5000
            let head =
                start == 0
                ? "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 5000\r\n\r\n"
                : "HTTP/1.1 206 P\r\nETag: \"a\"\r\nContent-Range: bytes \(start)-\(total - 1)/\(total)\r\n\r\n"
            return Reply(Array(head.utf8) + [UInt8](repeating: 7, count: 3000), then: .close)
        }
        #expect(LoopbackFetch.error(result) != nil)
        #expect(kept.allSatisfy { $0.bytes.count <= 10_000 })
    }

    @Test func `a part that has reached the limit is not gone on with`() throws {
        let partial = PartialBody(bytes: Self.whole, validator: "\"a\"")
        let (_, _, ranges) = try Self.outcome(maxBytes: 10_000, partial: partial) { _ in .http(body: Self.whole) }
        #expect(ranges == [nil])
    }

    @Test(
        arguments: [
            (["ETag": "\"a\""], "\"a\""), (["ETag": "W/\"a\""], nil), ([:], nil),
            (["ETag": "\"a\"", "Accept-Ranges": "none"], nil), (["ETag": "\"a\"", "Content-Encoding": "br"], nil),
            (["Last-Modified": "Sun, 29 Nov 2026 01:38:00 GMT"], nil),
            (
                ["Last-Modified": "Sun, 29 Nov 2026 01:38:00 GMT", "Date": "Mon, 30 Nov 2026 01:38:00 GMT"],
                "Sun, 29 Nov 2026 01:38:00 GMT"
            ),
            (["Last-Modified": "Mon, 30 Nov 2026 01:38:00 GMT", "Date": "Mon, 30 Nov 2026 01:38:00 GMT"], nil),
        ] as [([String: String], String?)])
    func `only what a strong validator names can go on`(fields: [String: String], validator: String?) throws {
        let (_, kept, _) = try Self.outcome { _ in Self.cut(6000, fields) }
        #expect(kept.map(\.validator) == [validator].compactMap(\.self))
    }
}
