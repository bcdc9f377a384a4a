/// How hard a host is asked: so many requests at once, and so many a second on the whole.
///
/// A page of Flickr's feed has 20 photos, which may be asked for one after the other; who wants more than a page waits
/// for the interval after each.
public struct Pace: Hashable, Sendable {
    /// Connections to one host.
    public var connectionsPerHost: Int
    /// Requests that need not wait for the interval.
    public var burst: Int
    /// The time after which a host may be asked once more.
    public var interval: Duration

    /// Makes a pace; without arguments, 2 connections, and one request a second after the first 20.
    public init(connectionsPerHost: Int = 2, burst: Int = 20, interval: Duration = .seconds(1)) {
        self.connectionsPerHost = connectionsPerHost
        self.burst = burst
        self.interval = interval
    }
}

/// What a host may still be asked: a bucket that fills with time.
struct PaceBucket {
    private var tokens: Double
    private var filledAt: Duration
    private let pace: Pace

    /// Starts full.
    init(_ pace: Pace, at time: Duration) {
        self.pace = pace
        tokens = Double(pace.burst)
        filledAt = time
    }

    /// Whether a request may be sent.
    mutating func mayAsk(at time: Duration) -> Bool {
        if pace.interval > .zero {
            tokens = min(Double(pace.burst), tokens + (time - filledAt) / pace.interval)
        } else {
            tokens = Double(pace.burst)
        }
        filledAt = time
        return tokens >= 1
    }

    /// Counts a request.
    mutating func take() { tokens -= 1 }
}
