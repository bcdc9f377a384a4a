import Synchronization

/// The handles at rest, each with the connections it has open.
///
/// libcurl does not allow threads to share a connection cache, so each handle keeps its own, and a request is given the
/// handle that last spoke to its origin.
final class CurlPool: Sendable {
    private struct Idle: Sendable {
        var handle: CurlHandle
        var origin: HTTPOrigin
    }

    /// The most recently used last.
    private let idle = Mutex<[Idle]>([])
    private let certificates: TrustedCertificates

    /// How many handles rest at most; the longest at rest is closed.
    private static let largestCount = 8

    /// Makes a pool whose handles trust some certificates.
    init(trusting certificates: TrustedCertificates) { self.certificates = certificates }

    /// Lends a handle for one exchange with an origin.
    func withHandle<Result>(
        for origin: HTTPOrigin, _ body: (CurlHandle) throws(FetchError) -> Result
    ) throws(FetchError) -> Result {
        let rested = idle.withLock { idle in
            idle.lastIndex { $0.origin == origin }.map { idle.remove(at: $0) } ?? idle.popLast()
        }
        guard let handle = rested?.handle ?? CurlHandle(trusting: certificates) else {
            throw .unreachable(url: origin.description, reason: "out of memory")
        }
        defer {
            let closed = idle.withLock { idle in
                idle.append(Idle(handle: handle, origin: origin))
                return idle.count > Self.largestCount ? idle.removeFirst() : nil
            }
            _ = closed  // its connections close outside the lock
        }
        return try body(handle)
    }
}
