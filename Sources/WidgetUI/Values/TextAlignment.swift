/// Where short lines of a text stand beside longer ones.
public enum TextAlignment: CaseIterable, Hashable, Sendable {
    /// At the left.
    case leading
    /// In the middle.
    case center
    /// At the right.
    case trailing
}
