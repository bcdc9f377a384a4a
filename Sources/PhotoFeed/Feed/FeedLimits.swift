/// What a feed may cost; each limit holds before its memory is taken or the next level is entered.
struct FeedLimits: Sendable {
    /// The largest answer, in bytes.
    var bytes = 4 << 20
    /// The deepest nesting of lists and objects; the feed itself is at depth 1.
    var depth = 64
    /// The longest list.
    var items = 500
    /// Values in the whole answer: a real feed has about 11 an entry.
    var values = 65_536
    /// The longest string kept, in bytes of UTF-8; what is over is cut.
    var stringBytes = 64 << 10
    /// The most tags of one photo; Flickr allows 75.
    var tags = 256
    /// The longest address, in bytes.
    static let addressBytes = 8192
}
