/// How long a fetch may take and how much it may take in, beside the body's own limit in the request.
public struct FetchLimits: Equatable, Sendable {
    /// For name resolution, connection and TLS of one hop.
    public var connect: Duration
    /// For the whole of it: redirects, retries and the waits between them (`--timeout`).
    public var whole: Duration
    /// How long a transfer may stay below ``stallRate``, whole seconds; the wait for the first byte counts.
    public var stall: Duration
    /// The rate below which a transfer stalls, in bytes a second.
    public var stallRate: Int
    /// How many redirects are followed.
    public var redirects: Int
    /// All header lines of one hop, in bytes, each counted with 32 more.
    public var headerBytes: Int

    /// Makes limits; the defaults are the contract's.
    public init(
        connect: Duration = .seconds(5), whole: Duration = .seconds(30), stall: Duration = .seconds(10),
        stallRate: Int = 1000, redirects: Int = 10, headerBytes: Int = 256 * 1024
    ) {
        self.connect = connect
        self.whole = whole
        self.stall = stall
        self.stallRate = stallRate
        self.redirects = redirects
        self.headerBytes = headerBytes
    }
}
