import CCurl
import Foundation
import Testing

@testable import PhotoFeed

@Suite struct CurlHandleTests {
    static let limits = CCurl_Limits(
        connect_milliseconds: 5000, whole_milliseconds: 5000, stall_bytes_per_second: 1, stall_seconds: 5,
        header_bytes: 10_000, discard_bytes: 10_000)

    /// One GET of `url`, judged as if a request of `origin` had led there.
    static func get(
        _ url: String, by handle: CurlHandle, origin: String, policy: AddressPolicy
    ) throws -> (outcome: CCurl_Outcome, reception: CurlReception) {
        let request = FetchRequest(url: url, maxBytes: 10_000, policy: policy)
        let reception = CurlReception(for: request, from: try HTTPOrigin(url: origin), now: { Date() })
        let hop = FetchAttempt.Hop(
            url: url, lines: (nil, nil), limits: limits, reception: reception, requestedAt: Date())
        let outcome = handle.perform(hop, userAgent: "test/1")
        return (outcome, reception)
    }

    @Test func `a peer is judged at the socket, before it is connected`() throws {
        try CurlLibrary.load()
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let handle = try #require(CurlHandle())
        let (outcome, reception) = try Self.get(
            server.base, by: handle, origin: "http://example.com", policy: AddressPolicy(trustedOrigin: server.base))
        #expect(outcome.result == CCurl_refused)
        #expect(reception.refusal?.address.description == "127.0.0.1")
        // Connections are taken in order: once another is answered, an earlier one would have been counted.
        let second = try #require(CurlHandle())
        _ = try Self.get(
            server.base, by: second, origin: server.base, policy: AddressPolicy(trustedOrigin: server.base))
        #expect(server.connectionCount == 1)
    }

    @Test func `a peer is judged on a kept connection too, before it is asked`() throws {
        try CurlLibrary.load()
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let handle = try #require(CurlHandle())
        let policy = AddressPolicy(trustedOrigin: server.base)
        let allowed = try Self.get(server.base, by: handle, origin: server.base, policy: policy)
        #expect(allowed.outcome.result == CCurl_complete)
        let refused = try Self.get(server.base, by: handle, origin: "http://example.com", policy: policy)
        #expect(refused.outcome.result == CCurl_refused)
        #expect(refused.reception.refusal?.address.description == "127.0.0.1")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "dict://127.0.0.1/", "gopher://127.0.0.1/"])
    func `no other protocol is spoken, even when asked`(url: String) throws {
        try CurlLibrary.load()
        let handle = try #require(CurlHandle())
        let (outcome, reception) = try Self.get(
            url, by: handle, origin: "http://example.com", policy: AddressPolicy(allowsPrivateAddresses: true))
        #expect(outcome.result != CCurl_complete)
        #expect(handle.message(of: outcome).contains("not supported or disabled"))
        #expect(reception.body.isEmpty)
    }

    @Test func `the library names its versions`() throws {
        #expect(try CurlLibrary.version().hasPrefix("libcurl/"))
    }
}
