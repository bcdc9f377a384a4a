/// Why content is hidden.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    /// A bit for each reason.
    public let rawValue: Int

    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The data is not there yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// The data is a person's own.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// The data is old.
    public static let invalidated = RedactionReasons(rawValue: 4)
}
