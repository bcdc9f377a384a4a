/// Sizes and places.
extension View {
    /// The view in a frame of a fixed width, height, or both, in points.
    public nonisolated func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center)
        -> some View
    {
        WrappedView(
            content: self,
            layout: FrameLayout(
                width: width?.usable.map { max($0, 0) }, height: height?.usable.map { max($0, 0) },
                alignment: alignment))
    }

    /// The view in a frame with bounds, in points.
    ///
    /// - Parameters:
    ///   - minWidth: The least width.
    ///   - idealWidth: The width where none is proposed.
    ///   - maxWidth: The largest width; with infinity, at least what is proposed.
    ///   - minHeight: The least height.
    ///   - idealHeight: The height where none is proposed.
    ///   - maxHeight: The largest height; with infinity, at least what is proposed.
    ///   - alignment: Where the view stands in the frame.
    /// - Returns: The view in its frame.
    public nonisolated func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> some View {
        WrappedView(
            content: self,
            layout: FlexibleFrameLayout(
                width: FlexibleFrameLayout.Bounds(minWidth, idealWidth, maxWidth),
                height: FlexibleFrameLayout.Bounds(minHeight, idealHeight, maxHeight), alignment: alignment))
    }

    /// The view at its own size along both axes, whatever is proposed.
    public nonisolated func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    /// The view at its own size along some axes, whatever is proposed.
    public nonisolated func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        WrappedView(content: self, layout: FixedSizeLayout(horizontal: horizontal, vertical: vertical))
    }

    /// The view, asked before others in its stack where the value is higher; 0 is the others'.
    public nonisolated func layoutPriority(_ value: Double) -> some View {
        WrappedView(content: self, layout: PriorityLayout(value: value.isNaN ? 0 : value))
    }

    /// The view painted elsewhere, its place kept.
    public nonisolated func offset(x: Double = 0, y: Double = 0) -> some View {
        WrappedView(content: self, layout: OffsetLayout(offset: Point(x: x.usable ?? 0, y: y.usable ?? 0)))
    }

    /// The view painted elsewhere, its place kept.
    public nonisolated func offset(_ offset: Size) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// The view in a box of a ratio of width to height; the view's own where none is said.
    public nonisolated func aspectRatio(_ aspectRatio: Double? = nil, contentMode: ContentMode) -> some View {
        WrappedView(content: self, layout: AspectRatioLayout(ratio: aspectRatio?.withinReach, mode: contentMode))
    }

    /// The view in a box of a size's ratio.
    public nonisolated func aspectRatio(_ aspectRatio: Size, contentMode: ContentMode) -> some View {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }

    /// The whole view inside what is proposed.
    public nonisolated func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

    /// The view covering what is proposed.
    public nonisolated func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
}

extension FlexibleFrameLayout.Bounds {
    /// Takes bounds as they are written; what is negative, none, or above a larger bound gives way.
    init(_ min: Double?, _ ideal: Double?, _ max: Double?) {
        let most = max.flatMap { $0.isNaN ? nil : Swift.max($0.withinReach, 0) }
        let least = min?.usable.map { Swift.min(Swift.max($0, 0), most ?? .infinity) }
        self.init(min: least, ideal: ideal?.usable.map { Swift.max($0, 0) }, max: most)
    }
}

/// A child at its own size along some axes.
struct FixedSizeLayout: NodeLayout {
    let horizontal: Bool
    let vertical: Bool

    var name: String { "FixedSize" }

    func size(of children: [ViewNode], for proposal: Proposal, in pass: LayoutPass) -> Size {
        pass.size(ofFirst: children, for: inner(proposal))
    }

    func placements(
        of children: [ViewNode], in size: Size, for proposal: Proposal, in pass: LayoutPass
    ) -> [Placement] {
        children.map { _ in Placement(origin: .zero, proposal: inner(proposal)) }
    }

    private func inner(_ proposal: Proposal) -> Proposal {
        Proposal(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    }
}

/// A child that its stack asks before others.
struct PriorityLayout: NodeLayout {
    let value: Double

    var name: String { "Priority" }

    func priority(of children: [ViewNode]) -> Double { value }
}

/// A child painted elsewhere.
struct OffsetLayout: NodeLayout {
    let offset: Point

    var name: String { "Offset" }

    func finish(_ placed: inout PlacedNode, in pass: LayoutPass) {
        for index in placed.children.indices { placed.children[index].move(by: offset) }
    }
}
