/// What is cut off: of the picture, and of where it can be hit.
extension View {
    /// The view cut to its frame with round corners of a radius in points.
    public nonisolated func cornerRadius(_ radius: Double, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    /// The view cut to a shape in its frame.
    public nonisolated func clipShape(_ shape: some Shape) -> some View {
        WrappedView(content: self, layout: ClipLayout(outline: shape.outline.value))
    }

    /// The view cut to its frame.
    public nonisolated func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

    /// The view, its hit area unchanged: a link can be hit in its whole frame anyway.
    public nonisolated func contentShape(_ shape: some Shape) -> some View { self }
}

/// A child cut to an outline in its frame.
struct ClipLayout: NodeLayout {
    let outline: Outline

    var name: String { "Clip" }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) { placed.clip = outline }
}
