/// What views say in words.
extension View {
    /// The view, which says a text in words in place of what lies in it.
    public nonisolated func accessibilityLabel(_ label: Text) -> some View {
        AccessibilityLabelView(content: self, label: label)
    }

    /// The view, which says a text in words in place of what lies in it.
    public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
        accessibilityLabel(Text(labelKey))
    }

    /// The view, which says a text in words in place of what lies in it.
    @_disfavoredOverload
    public nonisolated func accessibilityLabel(_ label: some StringProtocol) -> some View {
        accessibilityLabel(Text(label))
    }

    /// The view, which says nothing in words where hidden.
    public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View {
        WrappedView(content: self, layout: AltTextLayout(altText: hidden ? .hidden : nil))
    }
}

/// A view that says a text in words.
struct AccessibilityLabelView<Content: View> {
    let content: Content
    let label: Text
}

extension AccessibilityLabelView: View, PrimitiveView {
    func nodes(in context: ViewContext) -> [ViewNode] {
        let layout = AltTextLayout(altText: .label(label.styled(in: context.environment).string))
        return context.nodes(of: content).map { context.node(layout, [$0]) }
    }
}

/// A child with words of its own.
struct AltTextLayout: NodeLayout {
    let altText: AltText?

    var name: String { "AltText" }
}
