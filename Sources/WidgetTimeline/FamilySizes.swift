/// How large each family is on a screen; data, so that another screen is another value.
public struct FamilySizes: Equatable, Sendable {
    /// The sizes in points.
    public var points: [WidgetFamily: DisplaySize]

    /// Makes a set of sizes; a family that the screen does not show is left out.
    public init(_ points: [WidgetFamily: DisplaySize]) {
        self.points = points
    }

    /// The size of a family, `nil` where the screen does not show it.
    public subscript(family: WidgetFamily) -> DisplaySize? { points[family] }

    /// The sizes used unless others are asked for: a phone of 390 × 844 points, and a tablet's extra large.
    ///
    /// - Source: Human Interface Guidelines, "Widgets", Specifications: iOS 390×844, iPadOS 820×1180.
    public static let standard = FamilySizes([
        .systemSmall: DisplaySize(width: 158, height: 158),
        .systemMedium: DisplaySize(width: 338, height: 158),
        .systemLarge: DisplaySize(width: 338, height: 354),
        .systemExtraLarge: DisplaySize(width: 715.5, height: 342),
        .accessoryCircular: DisplaySize(width: 72, height: 72),
        .accessoryRectangular: DisplaySize(width: 160, height: 72),
        .accessoryInline: DisplaySize(width: 234, height: 26),
    ])
}
