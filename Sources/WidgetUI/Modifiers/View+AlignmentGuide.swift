/// Where views are aligned.
extension View {
    /// The view with a place of its own for a horizontal alignment, in points from its leading edge.
    public nonisolated func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
    ) -> some View {
        WrappedView(content: self, layout: GuideLayout(own: guide.guide, value: computeValue))
    }

    /// The view with a place of its own for a vertical alignment, in points from its top edge.
    public nonisolated func alignmentGuide(
        _ guide: VerticalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> Double
    ) -> some View {
        WrappedView(content: self, layout: GuideLayout(own: guide.guide, value: computeValue))
    }
}

/// A child with a place of its own for one alignment.
struct GuideLayout: NodeLayout {
    let own: AlignmentGuide
    let value: @Sendable (ViewDimensions) -> Double

    var name: String { "Guide" }

    var ownGuides: [AlignmentGuide] { [own] }

    func guide(
        _ id: AlignmentGuide, of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> Double? {
        if id == own { return value(ViewDimensions(size: size)).usable }
        return children.first.flatMap { pass.explicitGuide(id, of: $0, for: proposal) }
    }
}
