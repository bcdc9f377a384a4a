public import WidgetTimeline
public import WidgetUI

extension EnvironmentValues {
    private struct FamilyKey: EnvironmentKey {
        static var defaultValue: WidgetFamily { .systemMedium }
    }

    private struct MarginsKey: EnvironmentKey {
        static var defaultValue: EdgeInsets { EdgeInsets() }
    }

    /// The shape in which the widget is drawn.
    public var widgetFamily: WidgetFamily {
        get { self[FamilyKey.self] }
        set { self[FamilyKey.self] = newValue }
    }

    /// What is left free round the content.
    public var widgetContentMargins: EdgeInsets {
        get { self[MarginsKey.self] }
        set { self[MarginsKey.self] = newValue }
    }
}
