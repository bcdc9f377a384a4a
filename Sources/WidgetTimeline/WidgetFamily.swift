/// The shapes a widget can have.
///
/// The raw value is the name that commands, files and configurations use: `systemMedium`.
public enum WidgetFamily: String, CaseIterable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// A square.
    case systemSmall
    /// As high as a small one, twice as wide.
    case systemMedium
    /// As wide as a medium one, twice as high.
    case systemLarge
    /// Twice as wide as a large one, for tablets and desktops.
    case systemExtraLarge
    /// A small circle, for a lock screen or a watch.
    case accessoryCircular
    /// A few lines of text, for a lock screen or a watch.
    case accessoryRectangular
    /// One line of text.
    case accessoryInline

    /// The families of a home screen or desktop: what a widget supports unless it says otherwise.
    public static let system: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge]

    /// The raw value.
    public var description: String { rawValue }
}
