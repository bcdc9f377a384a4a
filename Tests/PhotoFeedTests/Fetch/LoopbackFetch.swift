import Foundation
import Synchronization

@testable import PhotoFeed

/// One fetch over a real connection, from a server on 127.0.0.1 that a test makes.
enum LoopbackFetch {
    /// A clock that stands, counts the waits instead of waiting, and has no luck: every random number is 0.5.
    final class StillClock: Sendable {
        let waits = Mutex<[Duration]>([])
        let start = Date(timeIntervalSince1970: 1_800_000_000)

        var clock: FetchClock {
            FetchClock(
                now: { self.start },
                uptime: { self.waits.withLock { $0.reduce(.zero, +) } },
                sleep: { wait in self.waits.withLock { $0.append(wait) } },
                random: { 0.5 })
        }
    }

    /// The server's answers to one fetch of `/start`, and what the fetch came to.
    static func outcome(
        limits: FetchLimits = FetchLimits(), retries: Int = 0, maxBytes: Int = 1 << 20, etag: String? = nil,
        clock: StillClock = StillClock(), _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
    ) throws -> (result: Result<FetchResponse, FetchError>, server: LoopbackServer, url: String) {
        let server = try LoopbackServer(answer)
        defer { server.stop() }
        let fetcher = CurlFetcher(
            userAgent: "test/1", limits: limits, retry: RetryPolicy(retries: retries), clock: clock.clock)
        let url = server.base + "/start"
        let request = FetchRequest(
            url: url, etag: etag, maxBytes: maxBytes, policy: AddressPolicy(trustedOrigin: server.base))
        return (Result { () throws(FetchError) in try fetcher.fetch(request) }, server, url)
    }

    static func error(_ result: Result<FetchResponse, FetchError>) -> FetchError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    static let kilobytes = [UInt8]((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
}
