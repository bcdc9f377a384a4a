import FoundationEssentials
import PhotoFeed
import Synchronization
import TestSupport
import Testing

struct RecentAnswersTests {
    private let url = "https://pictures.example/a.png"

    private func answers(of server: StubFetcher) -> RecentAnswers {
        RecentAnswers(before: server, life: .seconds(60), byteLimit: 100, uptime: { .zero })
    }

    private func request(_ url: String) -> FetchRequest {
        FetchRequest(url: url, maxBytes: 1000, policy: AddressPolicy())
    }

    @Test func `what is asked for many times goes out once, also what may not be stored`() throws {
        let other = "https://pictures.example/b.png"
        let server = StubFetcher([url: .body([1, 2], maxAge: 0), other: .unstorable([3])], now: { Date() })
        let answers = answers(of: server)
        for _ in 0..<20 {
            #expect(try answers.fetch(request(url)).body == [1, 2])
            #expect(try answers.fetch(request(other)).body == [3])
        }
        #expect(server.requests.map(\.url) == [url, other])
    }

    @Test func `an answer is forgotten after its moment`() throws {
        let server = StubFetcher([url: .body([1], maxAge: 3600)], now: { Date() })
        let clock = TestUptime()
        let answers = RecentAnswers(before: server, life: .seconds(60), uptime: { clock.value })
        _ = try answers.fetch(request(url))
        clock.advance(by: .seconds(59))
        _ = try answers.fetch(request(url))
        #expect(server.requests.count == 1)
        clock.advance(by: .seconds(1))
        _ = try answers.fetch(request(url))
        #expect(server.requests.count == 2)
    }

    @Test func `a failure is not remembered`() throws {
        let failure = FetchError.unreachable(url: url, reason: "refused")
        let server = StubFetcher([url: .failure(failure)], now: { Date() })
        let answers = answers(of: server)
        #expect(throws: failure) { try answers.fetch(request(url)) }
        server.set(url, .body([1], maxAge: 0))
        #expect(try answers.fetch(request(url)).body == [1])
    }

    @Test func `a body larger than the memory is handed on and not kept`() throws {
        let server = StubFetcher([url: .body(Array(repeating: 7, count: 101), maxAge: 0)], now: { Date() })
        let answers = answers(of: server)
        for _ in 0..<2 { #expect(try answers.fetch(request(url)).body.count == 101) }
        #expect(server.requests.count == 2)
    }

    @Test func `whoever brings validators asks the server`() throws {
        let server = StubFetcher([url: .body([1], maxAge: 0)], now: { Date() })
        let answers = answers(of: server)
        _ = try answers.fetch(request(url))
        var conditional = request(url)
        conditional.etag = "\"another\""
        _ = try answers.fetch(conditional)
        #expect(server.requests.count == 2)
    }
}

/// Time that runs when told to.
private final class TestUptime: Sendable {
    private let state = Mutex(Duration.zero)

    var value: Duration { state.withLock { $0 } }

    func advance(by step: Duration) { state.withLock { $0 += step } }
}
