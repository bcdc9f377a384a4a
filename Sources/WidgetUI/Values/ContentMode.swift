/// How content of one ratio meets room of another.
public enum ContentMode: CaseIterable, Hashable, Sendable {
    /// The whole content inside the room.
    case fit
    /// The room covered, what hangs over left to be clipped.
    case fill
}
