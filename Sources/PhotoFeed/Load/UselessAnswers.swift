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

    private struct Counts {
        var all = 0
        /// By host; only of hosts that gave nothing else.
        var ofHost: [String: Int] = [:]
        /// Hosts that gave a picture.
        var goodHosts: Set<String> = []
    }

    private let counts = Mutex(Counts())

    /// How many more may come.
    var left: Int { counts.withLock { max(0, Self.most - $0.all) } }

    /// Counts an answer of a host.
    ///
    /// - Returns: the hosts that gave nothing else, once the run may ask no more: they are left alone for a while.
    func add(ofHost host: String) -> [String] {
        counts.withLock { counts in
            counts.all += 1
            if !counts.goodHosts.contains(host) { counts.ofHost[host, default: 0] += 1 }
            guard counts.all >= Self.most else { return [] }
            return counts.ofHost.filter { $0.value >= Self.mostOfOnePhoto }.map(\.key)
        }
    }

    /// Notes that a host gave a picture.
    func noteGood(ofHost host: String) {
        counts.withLock { counts in
            counts.ofHost[host] = nil
            counts.goodHosts.insert(host)
        }
    }

    /// Why an address is not asked any more in this run; `nil` while it may be.
    func refusal(of url: String) -> FetchError? {
        guard left == 0 else { return nil }
        return .unusable(url: url, reason: Self.tooMany, until: nil)
    }

    /// What is remembered of a host that gave nothing else.
    static let tooMany = "\(most) addresses answered with no picture"
}
