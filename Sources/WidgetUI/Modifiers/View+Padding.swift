/// Room round views.
extension View {
    /// The view with room at some sides, in points; 16 where no length is said.
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
        padding(EdgeInsets(edges, length?.usable ?? PaddingLayout.standard))
    }

    /// The view with the same room at all sides, in points.
    public nonisolated func padding(_ length: Double) -> some View { padding(.all, length) }

    /// The view with room at each side, in points.
    public nonisolated func padding(_ insets: EdgeInsets) -> some View {
        WrappedView(content: self, layout: PaddingLayout(insets: insets.usable))
    }
}
