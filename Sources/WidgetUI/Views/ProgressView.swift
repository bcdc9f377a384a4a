/// A bar that shows how much is done.
public struct ProgressView<Label, CurrentValueLabel> {
    private let share: Double?
    private let label: Label
    private let current: CurrentValueLabel
}

extension ProgressView: View, PrimitiveView where Label: View, CurrentValueLabel: View {
    /// Makes a bar of a value out of a total, with texts above and below; `nil` is an empty bar.
    public nonisolated init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        share = value.map { Double($0) / Double(total) }
        self.label = label()
        current = currentValueLabel()
    }

    package func nodes(in context: ViewContext) -> [ViewNode] {
        let bar = ProgressBar(share: share ?? 0)
        let caption = current.font(.caption).foregroundStyle(HierarchicalShapeStyle.secondary)
        return context.nodes(of: VStack(alignment: .leading, spacing: 4) { TupleView(label, bar, caption) })
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    /// Makes a bar of a value out of a total.
    public nonisolated init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) {
        self.init(value: value, total: total, label: { EmptyView() }, currentValueLabel: { EmptyView() })
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    /// Makes a bar of a value out of a total, with a text above.
    public nonisolated init<Value: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: Value?, total: Value = 1)
    {
        self.init(value: value, total: total, label: { Text(titleKey) }, currentValueLabel: { EmptyView() })
    }
}

extension ProgressView where CurrentValueLabel == EmptyView, Label: View {
    /// Makes a bar of a value out of a total, with a text above.
    public nonisolated init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Label
    ) {
        self.init(value: value, total: total, label: label, currentValueLabel: { EmptyView() })
    }
}

/// A bar of which a share is filled with the tint.
struct ProgressBar: View {
    private static let thickness = 4.0

    let share: Double

    var body: some View {
        let share = min(max(share.usable ?? 0, 0), 1)
        Capsule()
            .fill(Color.gray.opacity(0.3))
            .overlay(alignment: .leading) {
                GeometryReader { proxy in
                    Capsule()
                        .fill(TintShapeStyle())
                        .frame(width: proxy.size.width * share)
                }
            }
            .frame(height: Self.thickness)
    }
}
