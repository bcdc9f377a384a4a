/// Whether a picture is for a light or a dark surrounding.
public enum ColorScheme: String, CaseIterable, Hashable, Sendable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
}
