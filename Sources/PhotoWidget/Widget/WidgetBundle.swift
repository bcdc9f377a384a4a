/// Several widgets in one program.
@MainActor @preconcurrency public protocol WidgetBundle {
    /// The widgets.
    associatedtype Body: Widget
    /// Makes the bundle.
    init()
    /// The widgets.
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    /// Runs a program that is these widgets, and ends it: what `@main` calls.
    public static func main() {
        WidgetProgram.main(Self().descriptions)
    }

    /// The widgets as the engine runs them.
    package var descriptions: [WidgetDescription] { body.descriptions }
}
