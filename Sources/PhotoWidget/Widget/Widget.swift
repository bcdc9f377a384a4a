/// A widget as its author writes it: what it is, what it shows, and how that looks.
@MainActor @preconcurrency public protocol Widget {
    /// What the widget is made of.
    associatedtype Body: WidgetConfiguration
    /// Makes the widget.
    init()
    /// What the widget is made of.
    var body: Body { get }
}

extension Widget {
    /// Runs a program that is this widget, and ends it: what `@main` calls.
    public static func main() {
        WidgetProgram.main(Self().descriptions)
    }

    /// The widgets as the engine runs them; several where this one stands for several of a bundle.
    package var descriptions: [WidgetDescription] {
        if let several = self as? any SeveralWidgets { return several.widgets.flatMap(\.descriptions) }
        return body.described.map { [$0] } ?? []
    }
}
