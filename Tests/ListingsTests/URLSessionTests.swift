import AppFoundation
import PhotoFeed
import Synchronization
import TestSupport
import Testing

/// Requests as widgets written for iPhone make them.
struct URLSessionTests {
    private static let address = "https://pictures.example/a.png"

    private func server(_ answer: StubFetcher.Answer) -> StubFetcher {
        StubFetcher([Self.address: answer], now: { Date() })
    }

    private func data(from fetcher: StubFetcher) async throws -> (Data, URLResponse) {
        let url = try #require(URL(string: Self.address))
        return try await WebTransport.$fetcher.withValue(fetcher) { try await URLSession.shared.data(from: url) }
    }

    @Test func `a good answer arrives with its status`() async throws {
        let (data, response) = try await data(from: server(.body([1, 2, 3], maxAge: 1)))
        #expect(data == Data([1, 2, 3]))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test func `an error page is an error, not data`() async {
        let failure = FetchError.status(url: Self.address, code: 500, retryAt: nil)
        await #expect(throws: failure) { try await data(from: server(.failure(failure))) }
    }

    @Test func `a task asks once, however often it is resumed`() async throws {
        let server = server(.body([1], maxAge: 1))
        let url = try #require(URL(string: Self.address))
        await withCheckedContinuation { continuation in
            WebTransport.$fetcher.withValue(server) {
                let task = URLSession.shared.dataTask(with: url) { _, _, _ in continuation.resume() }
                task.resume()
                task.resume()
            }
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a task given up before its start says so and asks nothing`() throws {
        let server = server(.body([1], maxAge: 1))
        let url = try #require(URL(string: Self.address))
        let answer = Mutex<URLError.Code?>(nil)
        WebTransport.$fetcher.withValue(server) {
            let task = URLSession.shared.dataTask(with: url) { _, _, error in
                answer.withLock { $0 = (error as? URLError)?.code }
            }
            task.cancel()
            task.resume()
        }
        #expect(answer.withLock { $0 } == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func `bytes of an address come by the same way, those of a file from the disk`() throws {
        let url = try #require(URL(string: Self.address))
        let data = try WebTransport.$fetcher.withValue(server(.body([7], maxAge: 1))) { try Data(contentsOf: url) }
        #expect(data == Data([7]))
        let directory = try ScratchDirectory()
        let file = URL(filePath: directory.path + "/bytes")
        try Data([8]).write(to: file)
        #expect(try Data(contentsOf: file) == Data([8]))
    }
}
