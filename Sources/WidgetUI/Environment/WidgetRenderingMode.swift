/// How a widget is coloured.
public struct WidgetRenderingMode: Hashable, Sendable, CustomStringConvertible {
    /// The mode's name.
    public let description: String

    /// In its own colours.
    public static let fullColor = Self(description: "fullColor")
    /// In the accent colour and one more.
    public static let accented = Self(description: "accented")
    /// In shades of one colour.
    public static let vibrant = Self(description: "vibrant")
}
