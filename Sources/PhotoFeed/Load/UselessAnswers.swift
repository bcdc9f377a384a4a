internal import Synchronization

/// How many answers of one run may be of no use (200, and no picture) before it asks no more.
///
/// A host that answers every address with a page, as a portal before the network does, is not asked for every photo of a
/// feed in every size. What is in the cache still serves.
final class UselessAnswers: Sendable {
    /// The most of one run.
    static let most = 20
    /// The most of one photo, whose sizes are tried one after the other.
    static let mostOfOnePhoto = 3

    private let count = Mutex(0)

    /// How many more may come.
    var left: Int { count.withLock { max(0, Self.most - $0) } }

    /// Counts an answer.
    func add() { count.withLock { $0 += 1 } }

    /// Why an address is not asked any more in this run; `nil` while it may be.
    func refusal(of url: String) -> FetchError? {
        guard left == 0 else { return nil }
        return .unusable(
            url: url, reason: "\(Self.most) addresses of this run answered with no picture", until: nil)
    }
}
