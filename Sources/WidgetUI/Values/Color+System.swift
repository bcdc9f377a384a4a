/// The system's colours.
///
/// - Source: Human Interface Guidelines, "Color", iOS system colours, default (light) and default (dark).
extension Color {
    /// Black.
    public static let black = Color(RGBA(hex: 0x000000))
    /// White.
    public static let white = Color(RGBA(hex: 0xFFFFFF))
    /// Nothing covered.
    public static let clear = Color(RGBA(red: 0, green: 0, blue: 0, alpha: 0))
    /// Red.
    public static let red = Color(light: RGBA(hex: 0xFF3B30), dark: RGBA(hex: 0xFF453A))
    /// Orange.
    public static let orange = Color(light: RGBA(hex: 0xFF9500), dark: RGBA(hex: 0xFF9F0A))
    /// Yellow.
    public static let yellow = Color(light: RGBA(hex: 0xFFCC00), dark: RGBA(hex: 0xFFD60A))
    /// Green.
    public static let green = Color(light: RGBA(hex: 0x34C759), dark: RGBA(hex: 0x30D158))
    /// Mint.
    public static let mint = Color(light: RGBA(hex: 0x00C7BE), dark: RGBA(hex: 0x63E6E2))
    /// Teal.
    public static let teal = Color(light: RGBA(hex: 0x30B0C7), dark: RGBA(hex: 0x40C8E0))
    /// Cyan.
    public static let cyan = Color(light: RGBA(hex: 0x32ADE6), dark: RGBA(hex: 0x64D2FF))
    /// Blue.
    public static let blue = Color(light: RGBA(hex: 0x007AFF), dark: RGBA(hex: 0x0A84FF))
    /// Indigo.
    public static let indigo = Color(light: RGBA(hex: 0x5856D6), dark: RGBA(hex: 0x5E5CE6))
    /// Purple.
    public static let purple = Color(light: RGBA(hex: 0xAF52DE), dark: RGBA(hex: 0xBF5AF2))
    /// Pink.
    public static let pink = Color(light: RGBA(hex: 0xFF2D55), dark: RGBA(hex: 0xFF375F))
    /// Brown.
    public static let brown = Color(light: RGBA(hex: 0xA2845E), dark: RGBA(hex: 0xAC8E68))
    /// Gray.
    public static let gray = Color(RGBA(hex: 0x8E8E93))
    /// For text and what matters as much.
    public static let primary = Color(light: RGBA(hex: 0x000000), dark: RGBA(hex: 0xFFFFFF))
    /// For what matters less.
    public static let secondary = Color(
        light: RGBA(hex: 0x3C3C43).opacity(0.6), dark: RGBA(hex: 0xEBEBF5).opacity(0.6))
    /// What tints links and gauges unless `tint` says otherwise.
    public static let accentColor = blue

    static let tertiary = Color(
        light: RGBA(hex: 0x3C3C43).opacity(0.3), dark: RGBA(hex: 0xEBEBF5).opacity(0.3))
    static let quaternary = Color(
        light: RGBA(hex: 0x3C3C43).opacity(0.18), dark: RGBA(hex: 0xEBEBF5).opacity(0.16))
    static let separator = Color(
        light: RGBA(hex: 0x3C3C43).opacity(0.29), dark: RGBA(hex: 0x545458).opacity(0.6))
    static let background = Color(light: RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x1C1C1E))
}
