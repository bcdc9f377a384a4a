package import PhotoFeed

/// Transfers that a stubbed server answers, one for each call, in the order they were added.
package final class StubTransferQueue: TransferQueue {
    private let server: any Fetcher
    private let room: Int
    private var pending: [(request: FetchRequest, id: Int)] = []
    /// The most transfers that were under way at once.
    package private(set) var peak = 0
    /// The bytes of body received so far.
    package private(set) var receivedCount = 0

    /// Makes a queue with room for so many transfers at once.
    package init(_ server: any Fetcher, room: Int = 2) {
        self.server = server
        self.room = room
    }

    package func hasRoom(for url: String) -> Bool { pending.count < room }

    package func add(_ request: FetchRequest, id: Int) {
        pending.append((request, id))
        peak = max(peak, pending.count)
    }

    package func next(within time: Duration) -> TransferAnswer? {
        guard !pending.isEmpty else { return nil }
        let (request, id) = pending.removeFirst()
        do throws(FetchError) {
            let response = try server.fetch(request)
            receivedCount += response.body.count
            return TransferAnswer(id: id, result: .success(response))
        } catch {
            return TransferAnswer(id: id, result: .failure(error))
        }
    }

    package func cancelAll() { pending.removeAll() }
}
