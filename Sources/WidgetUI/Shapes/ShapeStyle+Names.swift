/// Names by which styles are written after a point: `.foregroundStyle(.red)`.
extension ShapeStyle where Self == Color {
    /// Black.
    public static var black: Color { Color.black }
    /// White.
    public static var white: Color { Color.white }
    /// Nothing covered.
    public static var clear: Color { Color.clear }
    /// Red.
    public static var red: Color { Color.red }
    /// Orange.
    public static var orange: Color { Color.orange }
    /// Yellow.
    public static var yellow: Color { Color.yellow }
    /// Green.
    public static var green: Color { Color.green }
    /// Mint.
    public static var mint: Color { Color.mint }
    /// Teal.
    public static var teal: Color { Color.teal }
    /// Cyan.
    public static var cyan: Color { Color.cyan }
    /// Blue.
    public static var blue: Color { Color.blue }
    /// Indigo.
    public static var indigo: Color { Color.indigo }
    /// Purple.
    public static var purple: Color { Color.purple }
    /// Pink.
    public static var pink: Color { Color.pink }
    /// Brown.
    public static var brown: Color { Color.brown }
    /// Gray.
    public static var gray: Color { Color.gray }
    /// The tint unless another is set.
    public static var accentColor: Color { Color.accentColor }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// What matters most.
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle.primary }
    /// What matters less.
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle.secondary }
    /// What matters still less.
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle.tertiary }
    /// What matters least.
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle.quaternary }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The style that surrounds the place.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The colour behind content.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The tint of links and gauges.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == Material {
    /// The thinnest veil.
    public static var ultraThinMaterial: Material { Material.ultraThinMaterial }
    /// A thin veil.
    public static var thinMaterial: Material { Material.thinMaterial }
    /// A veil.
    public static var regularMaterial: Material { Material.regularMaterial }
    /// A thick veil.
    public static var thickMaterial: Material { Material.thickMaterial }
    /// The thickest veil.
    public static var ultraThickMaterial: Material { Material.ultraThickMaterial }
}
