/// Colours.
extension View {
    /// The view with a colour for its texts and shapes.
    public nonisolated func foregroundColor(_ color: Color?) -> some View {
        EnvironmentView(content: self) { $0.foreground = color ?? .primary }
    }

    /// The view with a style for its texts and shapes.
    public nonisolated func foregroundStyle(_ style: some ShapeStyle) -> some View {
        EnvironmentView(content: self) { environment in
            // The surrounding style as a style of its own would refer to itself.
            if !(style is ForegroundStyle) { environment.foreground = style }
        }
    }

    /// The view with a tint for its links and gauges.
    public nonisolated func tint(_ tint: Color?) -> some View {
        EnvironmentView(content: self) { $0.tint = tint ?? .accentColor }
    }

    /// The view with a tint for its links and gauges.
    public nonisolated func accentColor(_ color: Color?) -> some View { tint(color) }

    /// The view for a light or a dark surrounding, whatever surrounds it.
    public nonisolated func colorScheme(_ colorScheme: ColorScheme) -> some View {
        EnvironmentView(content: self) { $0.colorScheme = colorScheme }
    }

    /// The view for a light or a dark surrounding, whatever surrounds it.
    public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        EnvironmentView(content: self) { $0.colorScheme = colorScheme ?? $0.colorScheme }
    }

    /// The view covering only a part, 0 to 1, of what lies behind it.
    public nonisolated func opacity(_ opacity: Double) -> some View {
        WrappedView(content: self, layout: OpacityLayout(opacity: min(max(opacity.usable ?? 1, 0), 1)))
    }

    /// The view with nothing painted, its place kept.
    public nonisolated func hidden() -> some View { opacity(0).accessibilityHidden(true) }
}

/// A child that covers only a part of what lies behind it.
struct OpacityLayout: NodeLayout {
    let opacity: Double

    var name: String { "Opacity" }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) { placed.opacity = opacity }
}
