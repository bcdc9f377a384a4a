/// How a gauge looks.
public struct GaugeStyleKind: Hashable, Sendable {
    /// A bar.
    static let linear = Self(isCircular: false)
    /// A part of a circle.
    static let circular = Self(isCircular: true)

    let isCircular: Bool
}

/// How a gauge looks, by a name after a point.
public protocol GaugeStyle: Sendable {
    /// What the style is.
    var kind: GaugeStyleKind { get }
}

/// A bar that is filled up to the value.
public struct LinearCapacityGaugeStyle: GaugeStyle {
    /// A bar.
    public var kind: GaugeStyleKind { .linear }
}

/// A circle's line that is filled up to the value.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle {
    /// A part of a circle.
    public var kind: GaugeStyleKind { .circular }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    /// A bar.
    public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
    /// A bar.
    public static var accessoryLinear: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
    /// A bar.
    public static var accessoryLinearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    /// A circle's line.
    public static var accessoryCircular: AccessoryCircularCapacityGaugeStyle { Self() }
    /// A circle's line.
    public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle { Self() }
}

/// A value between two bounds.
public struct Gauge<Label, CurrentValueLabel> {
    private let share: Double
    private let label: Label
    private let current: CurrentValueLabel
}

extension Gauge: View, PrimitiveView where Label: View, CurrentValueLabel: View {
    /// Makes a gauge of a value between two bounds, with what it measures and the value in words.
    public nonisolated init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        let share = Double((value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound))
        self.share = min(max(share.usable ?? 0, 0), 1)
        self.label = label()
        current = currentValueLabel()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        guard context.environment.gaugeStyle.isCircular else {
            let bar = ProgressBar(share: share)
            return context.nodes(of: VStack(alignment: .leading, spacing: 4) { TupleView(label, bar, current) })
        }
        let ring = GaugeRing(share: share).overlay { current }
        return context.nodes(of: ring)
    }
}

extension Gauge where CurrentValueLabel == EmptyView, Label: View {
    /// Makes a gauge of a value between two bounds, with what it measures.
    public nonisolated init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label
    ) {
        self.init(value: value, in: bounds, label: label, currentValueLabel: { EmptyView() })
    }
}

extension View {
    /// The view with a look for its gauges.
    public nonisolated func gaugeStyle(_ style: some GaugeStyle) -> some View {
        EnvironmentView(content: self) { $0.gaugeStyle = style.kind }
    }
}

/// A circle's line of which a share is painted in the tint.
struct GaugeRing: View {
    let share: Double

    var body: some View {
        ZStack {
            ArcView(end: 1, style: AnyShapeStyle(Color.gray.opacity(0.3)))
            ArcView(end: share, style: AnyShapeStyle(TintShapeStyle()))
        }
        .aspectRatio(1, contentMode: .fit)
    }
}

/// A part of a circle's line, from the top clockwise.
private struct ArcView {
    private static let thickness = 6.0

    let end: Double
    let style: AnyShapeStyle
}

extension ArcView: PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        let outline = Outline.inset(.arc(from: 0, to: end), Self.thickness / 2)
        let drawing = Drawing.stroke(outline, style.paint(in: context.environment), lineWidth: Self.thickness)
        return [context.node(ShapeLayout(drawing: drawing, name: "Arc"))]
    }
}
