public import FoundationEssentials

/// `--item`: which photo of a feed is shown.
public enum FeedSelection: Hashable, Sendable {
    /// The first as listed, the default. Feeds list about newest first, not exactly.
    case first
    /// The one published last.
    case newest
    /// Any, by the generator passed in.
    case random
    /// Another for each entry, in turn, by the clock passed in.
    case rotate
    /// The one at a place; 1 is the first.
    case number(Int)

    /// Reads `first`, `newest`, `random`, `rotate` or a number from 1 up.
    public init?(_ text: String) {
        switch text {
        case "first": self = .first
        case "newest": self = .newest
        case "random": self = .random
        case "rotate": self = .rotate
        default:
            guard Substring(text).isDigits, let number = Int(text), number > 0 else { return nil }
            self = .number(number)
        }
    }

    /// Puts the chosen photo first, and behind it those to fall back on.
    ///
    /// - Parameters:
    ///   - photos: the feed's, as listed.
    ///   - now: the entry's date.
    ///   - interval: seconds from entry to entry, for `rotate`; more than 0.
    ///   - generator: for `random`.
    /// - Returns: the chosen one, then the others as listed; for `newest`, all of them newest first.
    /// - Throws: `FeedError.badQuery` if there are photos but none at the number asked for.
    public func ordered(
        _ photos: [PhotoModel], now: Date, every interval: TimeInterval,
        using generator: inout some RandomNumberGenerator
    ) throws(FeedError) -> [PhotoModel] {
        guard !photos.isEmpty else { return [] }
        let chosen: Int
        switch self {
        case .first: return photos
        case .newest: return Self.newestFirst(photos)
        case .random: chosen = Int.random(in: photos.indices, using: &generator)
        case .rotate:
            precondition(interval > 0, "entries need a time between them")
            let entry = (now.timeIntervalSince1970 / interval).rounded(.down)
            let turn = entry.truncatingRemainder(dividingBy: Double(photos.count))
            // Before 1970 the remainder is negative; a date beyond all clocks has none.
            chosen = turn.isFinite ? (Int(turn) + photos.count) % photos.count : 0
        case .number(let number):
            guard (1...photos.count).contains(number) else {
                throw .badQuery(
                    option: "--item", value: String(number), expected: "1 to \(photos.count), as many as the feed has")
            }
            chosen = number - 1
        }
        var ordered = photos
        ordered.insert(ordered.remove(at: chosen), at: 0)
        return ordered
    }

    /// Newest first; photos without a date last, equal ones as listed.
    private static func newestFirst(_ photos: [PhotoModel]) -> [PhotoModel] {
        photos.enumerated().sorted { left, right in
            let (a, b) = (left.element.published ?? .distantPast, right.element.published ?? .distantPast)
            return a == b ? left.offset < right.offset : a > b
        }.map(\.element)
    }
}
