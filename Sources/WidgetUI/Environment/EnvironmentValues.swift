public import FoundationEssentials

/// A key of a value that views pass down to those in them.
public protocol EnvironmentKey {
    /// What is passed.
    associatedtype Value
    /// What holds where nobody has set the value.
    static var defaultValue: Value { get }
}

/// What views pass down to those in them.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Nothing set: every value is its default.
    public init() {}

    /// The value of a key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Whether the picture is for a light or a dark surrounding.
    public var colorScheme = ColorScheme.light
    /// The typeface of text that says nothing else.
    public var font: Font?
    /// How many lines a text may have; `nil` for as many as fit.
    public var lineLimit: Int?
    /// Points added between the lines of a text.
    public var lineSpacing = 0.0
    /// Where short lines of a text stand.
    public var multilineTextAlignment = TextAlignment.leading
    /// Where text that does not fit is cut.
    public var truncationMode = Text.TruncationMode.tail
    /// How far text may shrink before it is cut, 0 to 1.
    public var minimumScaleFactor = 1.0
    /// Pixels a point.
    public var displayScale = 1.0
    /// The zone in which times of day are written.
    public var timeZone = TimeZone.current
    /// Why content is hidden.
    public var redactionReasons: RedactionReasons = []
    /// Whether the widget's background is drawn.
    public var showsWidgetContainerBackground = true
    /// How the widget is coloured.
    public var widgetRenderingMode = WidgetRenderingMode.fullColor
    /// Whether content reacts; a still picture's does not, but it is drawn as if.
    public var isEnabled = true

    /// What text, shapes and template pictures are coloured with.
    package var foreground: any ShapeStyle = Color.primary
    /// What tints gauges and links.
    package var tint = Color.accentColor
    /// The moment for which the picture is drawn; texts of dates are relative to it.
    package var date: Date?
    /// What is added to the look of all texts, such as `bold()` on a stack.
    var textStyle = Text.Style()
    /// How gauges look.
    var gaugeStyle = GaugeStyleKind.linear
    /// The axis of the nearest stack.
    var stackAxis: Axis?
    /// Whether content that a person wants to keep private is hidden.
    var isPrivate = false

    /// Whether text and pictures are hidden.
    var isRedacted: Bool {
        redactionReasons.contains(.placeholder) || (isPrivate && redactionReasons.contains(.privacy))
    }
}

extension EnvironmentValues {
    /// What holds while a body is evaluated; a box, since a task local has to be Sendable.
    @TaskLocal fileprivate static var current: EnvironmentBox?

    /// Runs a view's `body` with an environment, so that `@Environment` finds it.
    @MainActor static func with<Result>(_ values: EnvironmentValues, _ body: @MainActor () -> Result) -> Result {
        $current.withValue(EnvironmentBox(values: values)) { body() }
    }

    /// What holds at the place that is being evaluated; the defaults outside of an evaluation.
    @MainActor static var now: EnvironmentValues { current?.values ?? EnvironmentValues() }
}

/// The surroundings of the body that makes a view, for closures of the body that run later than it.
struct BodyEnvironment: Sendable {
    private let box = EnvironmentValues.current

    /// Runs a closure of the body as if the body were still running.
    @MainActor func run<Result>(_ work: @MainActor () -> Result) -> Result {
        EnvironmentValues.$current.withValue(box) { work() }
    }
}

/// Values that only the main actor reads.
@MainActor private final class EnvironmentBox {
    let values: EnvironmentValues

    init(values: EnvironmentValues) { self.values = values }
}
